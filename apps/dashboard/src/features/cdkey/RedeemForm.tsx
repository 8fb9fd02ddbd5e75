import { Alert, Button, Stack, Text, TextInput } from "@mantine/core";
import { IconCircleCheck } from "@turnpike/ui/icons.ts";
import {
  type ChangeEvent,
  type FormEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import { gbText } from "@turnpike/ui/Bytes.tsx";
import { type Held, useAmountText } from "./amount-text.ts";
import classes from "./redeem.module.css";
import { caretIn, typedCdkey } from "./typed-cdkey.ts";
import { useRedeem } from "./use-redeem.ts";

/** The format of a CDKey, shown as a placeholder: four groups of five characters. */
const shape = Array.from({ length: 4 }, () => "X".repeat(5)).join("-");

/** Redeems a CDKey, which any account may (spec/cdkeys#redeeming), and shows what it added. */
export function RedeemForm() {
  const { t } = useTranslation("cdkey");
  const [code, setCode] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const { redeem, busy, done, fault, forget, wait } = useRedeem();
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (wait.left > 0) return;
    redeem(code, () => setCode(""));
    input.current?.focus();
  };
  const type = (text: string) => {
    forget();
    setCode(text);
  };
  return (
    <Stack gap="sm">
      <form data-needs="buy" onSubmit={send} noValidate className={classes.redeem}>
        <KeyField input={input} code={code} fault={fault} onType={type} />
        <Button
          data-needs="buy"
          type="submit"
          variant="default"
          loading={busy}
          disabled={wait.left > 0}
        >
          {t("redeem.submit")}
        </Button>
      </form>
      {wait.left > 0 && (
        <Text fz="sm" c="dimmed" className="numeric">
          {t("redeem.wait", { time: wait.text })}
        </Text>
      )}
      <div role="status">{done && <Redeemed held={done} />}</div>
    </Stack>
  );
}

/** The field that formats the code in groups and keeps the caret in place. */
function KeyField(props: {
  input: RefObject<HTMLInputElement | null>;
  code: string;
  fault: string;
  onType: (code: string) => void;
}) {
  const { t } = useTranslation("cdkey");
  const { input, code, fault, onType } = props;
  const caret = useRef(0);
  useLayoutEffect(() => {
    if (document.activeElement !== input.current) return;
    input.current?.setSelectionRange(caret.current, caret.current);
  }, [code, input]);
  const type = ({ currentTarget: { value, selectionStart } }: ChangeEvent<HTMLInputElement>) => {
    caret.current = caretIn({ text: value, caret: selectionStart ?? value.length });
    onType(typedCdkey(value));
  };
  return (
    <TextInput
      ref={input}
      label={t("redeem.code")}
      placeholder={shape}
      classNames={{ input: classes.code ?? "" }}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      value={code}
      onChange={type}
      error={fault || null}
    />
  );
}

function Redeemed({ held }: { held: Held }) {
  const { t } = useTranslation("cdkey");
  const amountText = useAmountText();
  const { data, isFetching } = useCall("member", {});
  const now = data && {
    ip: amountText({ kind: "ip", amount: data.ipBalance }),
    traffic: gbText(data.trafficBytes),
  };
  return (
    <Alert
      color="good"
      icon={<IconCircleCheck aria-hidden />}
      title={t("redeem.done", { amount: amountText(held) })}
    >
      {now && !isFetching ? t(`redeem.${held.kind}`, { amount: now[held.kind] }) : "…"}
    </Alert>
  );
}
