import { Anchor, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import {
  IconBrandTelegram,
  IconBrandX,
  IconMail,
  IconShare,
  type Icon,
} from "@turnpike/ui/icons.ts";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { QrCode } from "@turnpike/ui/QrCode.tsx";
import classes from "./affiliate.module.css";
import type { ShareInfo } from "./share-info.ts";
import { type ShareChannel, shareLinks } from "./share-links.ts";

const QR_PX = 148;

/** The link and the code to share: copy, show as a QR code, send. */
export function ShareLink(props: { info: ShareInfo | undefined; onChoose: () => void }) {
  const { t } = useTranslation("promotion-plan");
  const { info } = props;
  return (
    <Panel
      title={t("share.title")}
      description={t("share.description")}
      className={classes.share ?? ""}
    >
      <div className={classes.shareBody}>
        <Stack gap="md" miw={0}>
          <ShareField name={t("share.link")} value={info?.shareUrl} />
          {info && <ShareChannels url={info.shareUrl} />}
          <ShareField
            name={t("share.code")}
            value={info?.inviteCode}
            aside={
              info && (
                <Anchor
                  data-needs="manage"
                  component="button"
                  type="button"
                  fz="sm"
                  onClick={props.onChoose}
                >
                  {t("share.change")}
                </Anchor>
              )
            }
            action={
              info && (
                <CopyButton
                  text
                  size="sm"
                  value={info.inviteCode}
                  label={t("share.copyCode")}
                  done={t("share.codeCopied")}
                />
              )
            }
          />
        </Stack>
        <figure className={classes.qr}>
          {info ? (
            <QrCode text={info.shareUrl} label={t("share.qr")} sizePx={QR_PX} />
          ) : (
            <Skeleton h={QR_PX} w={QR_PX} />
          )}
          <Text component="figcaption" fz="xs" c="dimmed">
            {t("share.qrHelp")}
          </Text>
        </figure>
      </div>
    </Panel>
  );
}

/** A value to share, with its actions. */
function ShareField(props: {
  name: string;
  value: string | undefined;
  action?: ReactNode;
  aside?: ReactNode;
}) {
  const id = useId();
  return (
    <Stack gap={6}>
      <Group gap="sm" justify="space-between">
        <Text id={id} fz="sm" fw={500}>
          {props.name}
        </Text>
        {props.aside}
      </Group>
      <Group gap="xs">
        {props.value === undefined ? (
          <Skeleton h={36} flex="1 1 16rem" />
        ) : (
          <output aria-labelledby={id} className={classes.given}>
            {props.value}
          </output>
        )}
        {props.action}
      </Group>
    </Stack>
  );
}

const icons: Record<ShareChannel, Icon> = {
  mail: IconMail,
  telegram: IconBrandTelegram,
  x: IconBrandX,
};

/** Plain links: nothing is loaded from these services until somebody follows one. */
function ShareChannels({ url }: { url: string }) {
  const { t } = useTranslation("promotion-plan");
  const message = t("share.message");
  const links = shareLinks({ url, message, subject: t("share.subject") });
  const names: Record<ShareChannel, string> = {
    mail: t("share.mail"),
    telegram: "Telegram",
    x: "X",
  };
  return (
    <Group gap="xs">
      <CopyButton
        text
        size="sm"
        variant="filled"
        value={url}
        label={t("share.copyLink")}
        done={t("share.linkCopied")}
      />
      <Group gap={6}>
        <Text fz="sm" c="dimmed" mx={{ base: 0, xs: 4 }} w={{ base: "100%", xs: "auto" }}>
          {t("share.by")}
        </Text>
        {links.map(({ way: channel, href }) => {
          const Icon = icons[channel];
          return (
            <Button
              key={channel}
              component="a"
              href={href}
              {...(channel === "mail" ? {} : { target: "_blank", rel: "noopener noreferrer" })}
              size="xs"
              variant="default"
              leftSection={<Icon size={15} aria-hidden />}
            >
              {names[channel]}
            </Button>
          );
        })}
        {"share" in navigator && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconShare size={15} aria-hidden />}
            // Closing the device's own share dialog is a choice, not an error.
            onClick={() => void navigator.share({ url, text: message }).catch(() => undefined)}
          >
            {t("share.more")}
          </Button>
        )}
      </Group>
    </Group>
  );
}
