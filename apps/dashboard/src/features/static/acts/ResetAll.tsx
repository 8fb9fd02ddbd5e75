import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { AmountList, Sum } from "@turnpike/ui/AmountList.tsx";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { IconCircleCheck, IconKey } from "@turnpike/ui/icons.ts";
import { useFirstFocus } from "@turnpike/ui/lib/use-first-focus.ts";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../lib/queries.ts";
import { openAct } from "../../../ui/act/open-act.ts";
import { useCredentialField } from "../../credentials/credential-fields.tsx";

/** Opens the act that sets one user name and password for all long-term IPs. */
export function ResetAll() {
  const { t } = useTranslation("static");
  const reset = useResetAll();
  return (
    <Button
      data-needs="proxies"
      variant="default"
      leftSection={<IconKey size={17} aria-hidden />}
      onClick={reset}
    >
      {t("resetAll")}
    </Button>
  );
}

function useResetAll(): () => void {
  const { t } = useTranslation("static-edit");
  const credential = useCredentialField();
  const count = useCall("staticIndex", {}).data?.active;
  return () =>
    openAct({
      call: "staticUpdateAll",
      danger: true,
      title: t("reset.title"),
      text: `${count === undefined ? "" : `${t("reset.affected", { count })} `}${t("reset.explain")}`,
      submit: t("reset.submit"),
      disabled: count === 0,
      fields: [
        credential("account", t("fields.account")),
        credential("password", t("fields.password")),
      ],
      result: ({ updated }, close, { sent }) => (
        <Done
          pair={{ account: String(sent["account"]), password: String(sent["password"]) }}
          updated={updated}
          onClose={close}
        />
      ),
      ownButtons: true,
    });
}

function Done(props: {
  pair: { account: string; password: string };
  updated: number;
  onClose: () => void;
}) {
  const { t } = useTranslation(["static-edit", "ui"]);
  const close = useFirstFocus<HTMLButtonElement>();
  const { pair, updated } = props;
  return (
    <Stack gap="md">
      <Alert color="good" aria-live="polite" icon={<IconCircleCheck aria-hidden />}>
        {t("reset.done", { count: updated })}
      </Alert>
      <AmountList>
        {(["account", "password"] as const).map((kind) => (
          <Sum
            key={kind}
            name={t(`fields.${kind}`)}
            value={
              <Group gap={4} wrap="nowrap" justify="flex-end">
                <Text span ff="monospace" fz="sm">
                  {pair[kind]}
                </Text>
                <CopyButton value={pair[kind]} label={t(`reset.copy.${kind}`)} />
              </Group>
            }
          />
        ))}
      </AmountList>
      <Group justify="flex-end" gap="xs">
        <CopyButton
          text
          size="sm"
          value={`${pair.account}:${pair.password}`}
          label={t("reset.copy.pair")}
        />
        <Button ref={close} onClick={props.onClose}>
          {t("ui:close")}
        </Button>
      </Group>
    </Stack>
  );
}
