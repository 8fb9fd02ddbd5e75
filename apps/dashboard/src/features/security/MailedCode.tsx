import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import type { Scene } from "@turnpike/contract/mail-code.ts";
import type { Field } from "@turnpike/ui/act/act.ts";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMailedCode } from "../../lib/use-mailed-code.ts";
import { CodeField } from "@turnpike/ui/CodeField.tsx";

const DIGITS = 6;

interface Addresses {
  mailed: ReturnType<typeof useMailedCode>;
  /** The address the code goes to, as displayed. */
  to: string;
  /** The address for the API; defaults to the account's e-mail. */
  email?: string;
  /** The secure e-mail, masked, if the code may be sent there instead. */
  secureEmail?: string | null;
}

/** The field for a mailed code, with the button that mails it and a countdown to the next. */
export function MailedCode(
  props: Addresses & { value?: string; onChange: (text: string) => void; error?: unknown },
) {
  const { t } = useTranslation("setting");
  const input = useRef<HTMLInputElement>(null);
  const { mailed } = props;
  const { to, other, sent, wait, swap, send } = useAddress(props);
  const mail = async () => {
    if (await send()) input.current?.focus();
  };
  const error = typeof props.error === "string" ? props.error : null;
  return (
    <Stack gap={6}>
      <Group gap="xs" align="flex-end">
        <CodeField
          ref={input}
          label={t("code.label")}
          digits={DIGITS}
          value={props.value ?? ""}
          onChange={props.onChange}
          error={error !== null}
          autoFocus={mailed.sent}
        />
        <Button
          variant="default"
          loading={mailed.busy}
          disabled={wait > 0}
          onClick={() => void mail()}
        >
          {wait > 0 ? t("code.againIn", { seconds: wait }) : t(sent ? "code.again" : "code.send")}
        </Button>
      </Group>
      {(error ?? mailed.fault) && (
        <Text c="var(--mantine-color-error)" fz="sm" role="alert">
          {error ?? mailed.fault}
        </Text>
      )}
      <Text c="dimmed" fz="sm" aria-live="polite">
        {t(sent ? "code.sent" : "code.goesTo", { email: to })}
      </Text>
      {other && (
        <Anchor component="button" type="button" fz="sm" ta="left" onClick={swap}>
          {t("code.instead", { email: other })}
        </Anchor>
      )}
    </Stack>
  );
}

/** The same as the field `code` of an act. */
export function useMailedCodeField(
  of: Omit<Addresses, "mailed"> & { scene: Scene },
): Field & { kind: "own" } {
  const { t } = useTranslation("setting");
  return {
    kind: "own",
    name: "code",
    label: t("code.label"),
    fault: (value) => (value ? null : t("code.enter")),
    show: ({ value, error, onChange }) => (
      <MailedCodeOf {...of} value={value} error={error} onChange={onChange} />
    ),
  };
}

function MailedCodeOf({
  scene,
  ...props
}: Omit<Parameters<typeof MailedCode>[0], "mailed"> & { scene: Scene }) {
  return <MailedCode {...props} mailed={useMailedCode(scene)} />;
}

/** Which of the two addresses the next code goes to. */
function useAddress({ mailed, to, email, secureEmail }: Addresses) {
  const [secure, setSecure] = useState(false);
  const [sentSecure, setSentSecure] = useState(false);
  const here = secure === sentSecure;
  const atSecure = secure && secureEmail;
  return {
    to: atSecure ? secureEmail : to,
    other: atSecure ? to : secureEmail,
    // The minute between two codes counts per address.
    wait: here ? mailed.secondsLeft : 0,
    sent: mailed.sent && here,
    swap: () => setSecure(!secure),
    /** Returns whether a code was sent. */
    send: async (): Promise<boolean> => {
      if (!(await mailed.send(secure ? { secure } : { email }))) return false;
      setSentSecure(secure);
      return true;
    },
  };
}
