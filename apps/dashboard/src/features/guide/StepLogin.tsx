import { Alert, Button, Code, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { useState } from "react";
import type { CallRefused } from "../../lib/call.ts";
import { randomName, randomPassword } from "../credentials/random-credential.ts";
import classes from "./guide.module.css";

/** A generated user name and password; one click creates the main sub-account with them. */
export function StepLogin(props: { onGenerate: () => void }) {
  const { t } = useTranslation("guide");
  const { pair, make, refusal, busy, remake } = useLogin(props.onGenerate);
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

const fresh = () => ({ account: randomName(), password: randomPassword() });

/** The generated credentials, and the call that creates the main sub-account with them. */
function useLogin(onGenerate: () => void) {
  const [pair, setPair] = useState(fresh);
  const [refusal, setRefusal] = useState<CallRefused | null>(null);
  const add = useCommand("addSubUser", {
    awaitRefetch: true,
    handles: (refused) => {
      setRefusal(refused);
      // A name that is taken is replaced for the next attempt.
      if (refused.field === "account") setPair(fresh());
      return true;
    },
  });
  const make = () => {
    setRefusal(null);
    void add.send({ ...pair, main: true }, onGenerate);
  };
  return { pair, make, refusal, busy: add.busy, remake: () => setPair(fresh()) };
}
