import { Anchor, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { Email } from "@turnpike/ui/Email.tsx";
import { useBrand } from "@turnpike/ui/lib/brand.ts";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import classes from "./home.module.css";

/** How to contact support. If the call failed, the balances show the error. */
export function Support(props: {
  index: CallResult<"indexInit"> | undefined;
  failed: boolean;
  /** Shows the guide to the first request again. */
  onGuide: () => void;
}) {
  const title = useId();
  if (!props.index && props.failed) return null;
  const support = props.index?.support;
  return (
    <section className={classes.strip} aria-labelledby={title}>
      <div className={classes.support}>
        {support ? (
          <Reach {...support} title={title} onGuide={props.onGuide} />
        ) : (
          <Skeleton h={72} />
        )}
      </div>
    </section>
  );
}

function Reach(props: {
  email: string;
  qr: string;
  hours: number;
  title: string;
  onGuide: () => void;
}) {
  const { t } = useTranslation("home");
  const { url } = useBrand().support;
  return (
    <>
      {props.qr && (
        <Group gap="sm" wrap="nowrap">
          <img
            src={props.qr}
            alt={t("support.qrAlt")}
            width={72}
            height={72}
            className={classes.qr}
          />
          <Text fz="xs" c="dimmed" maw="18ch">
            {t("support.qrHelp")}
          </Text>
        </Group>
      )}
      <Stack gap={2} flex="1 1 12rem" miw={0}>
        <Title order={2} id={props.title} fz="md">
          {t("support.title")}
        </Title>
        <Group gap={4} wrap="nowrap">
          <Anchor href={`mailto:${props.email}`} fw={550} className={classes.email ?? ""}>
            <Email address={props.email} />
          </Anchor>
          <CopyButton value={props.email} label={t("support.copyEmail")} />
        </Group>
        <Text fz="sm" c="dimmed">
          {t("support.replies", { count: props.hours })}{" "}
          {url && (
            <>
              <Anchor href={url} target="_blank" rel="noopener" fz="sm" fw={550}>
                {t("support.open")}
              </Anchor>
              {" · "}
            </>
          )}
          <Anchor
            component="button"
            type="button"
            data-needs="buy"
            fz="sm"
            fw={550}
            onClick={props.onGuide}
          >
            {t("support.guide")}
          </Anchor>
        </Text>
      </Stack>
    </>
  );
}
