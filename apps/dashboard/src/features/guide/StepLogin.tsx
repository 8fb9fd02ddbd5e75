import { Alert, Button, Code, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./guide.module.css";
import { useLogin } from "./use-login.ts";

/** A name and a password for programs, made up already: one click makes them the main sub-account's. */
export function StepLogin(props: { onMade: () => void }) {
  const { t } = useTranslation("guide");
  const { pair, make, refusal, busy, remake } = useLogin(props.onMade);
  return (
    <Stack gap="md" align="flex-start">
      <Text maw="64ch">{t("login.text")}</Text>
      <dl className={classes.pair}>
        {(["account", "password"] as const).map((name) => (
          <div key={name}>
            <Text component="dt" fz="xs" c="dimmed">
              {t(`login.${name}`)}
            </Text>
            <Code component="dd" fz="sm" m={0} px={8} py={4}>
              {pair[name]}
            </Code>
          </div>
        ))}
      </dl>
      {refusal && (
        <Alert color="red" role="alert" title={refusal.msg}>
          {t("login.failed")}
        </Alert>
      )}
      <div className={classes.actions}>
        <Button loading={busy} onClick={make}>
          {t("login.action")}
        </Button>
        <Button variant="subtle" disabled={busy} onClick={remake}>
          {t("login.remake")}
        </Button>
      </div>
    </Stack>
  );
}
