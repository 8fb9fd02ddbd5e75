import { Box, Button, Center, Group, Stack, Text } from "@mantine/core";
import { CodeField } from "@turnpike/ui/CodeField.tsx";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { QrCode } from "@turnpike/ui/QrCode.tsx";
import { saveFile } from "@turnpike/ui/lib/save-file.ts";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { CallResult } from "../../lib/call.ts";
import { cacheMe } from "../../lib/me.ts";
import { useCallMutation } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import { Card } from "./Card.tsx";
import classes from "./card.module.css";

/** Sets up the second factor; in production it is required before the console opens. */
export function BindMfa() {
  const t = useT();
  const start = useCallMutation("mfaStart", { quiet: true });
  // Quiet, so that the recovery codes are shown before the console opens.
  const confirm = useCallMutation("mfaConfirm", { quiet: true });
  const [code, setCode] = useState("");
  const [fault, setFault] = useState("");
  const [bound, setBound] = useState<CallResult<"mfaConfirm">>();
  const begun = useRef(false);
  const { mutate } = start;
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    mutate({}, { onError: (error) => setFault(error.message) });
  }, [mutate]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFault("");
    confirm.mutate({ code }, { onSuccess: setBound, onError: (error) => setFault(error.message) });
  };
  if (bound) return <RecoveryCodes bound={bound} />;
  return (
    <Card title={t("mfa.title")} text={t("mfa.text")} fault={fault}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Center mih={180}>
            {start.data && <QrCode text={start.data.otpauth} label={t("mfa.qr")} sizePx={180} />}
          </Center>
          {start.data && (
            <Group gap={4} wrap="nowrap" justify="center">
              <Text ff="monospace" fz="sm" style={{ overflowWrap: "anywhere" }}>
                {start.data.secret}
              </Text>
              <CopyButton value={start.data.secret} label={t("mfa.copy")} />
            </Group>
          )}
          <CodeField
            autoFocus
            digits={6}
            label={t("signIn.code")}
            value={code}
            onChange={setCode}
          />
          <Button type="submit" loading={confirm.isPending} disabled={!start.data}>
            {t("mfa.submit")}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}

/** Recovery codes, shown once; someone who loses the app signs in with one of them. */
function RecoveryCodes({ bound }: { bound: CallResult<"mfaConfirm"> }) {
  const t = useT();
  const navigate = useNavigate();
  const goOn = () => {
    cacheMe(bound.me);
    void navigate("/");
  };
  const text = bound.recoveryCodes.join("\n");
  return (
    <Card title={t("mfa.codes")} text={t("mfa.codesHelp")}>
      <Box component="ul" className={classes.codes ?? ""}>
        {bound.recoveryCodes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Group gap="xs">
        <CopyButton text value={text} />
        <Button
          size="xs"
          variant="default"
          onClick={() =>
            saveFile({ contents: "staff-recovery-codes", ending: "txt", text: `${text}\n` })
          }
        >
          {t("mfa.save")}
        </Button>
      </Group>
      <Button onClick={goOn}>{t("mfa.done")}</Button>
    </Card>
  );
}
