import { Button, Group, Text, TextInput } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import { useCommand } from "../../lib/use-command.ts";
import { forgetPromoCode, promoCodeKept } from "./promo-code.ts";

export type TakenPromo = CallResult<"promo"> & { code: string };

/** The promo code of a purchase: its coupon is taken into the account. A link's code is at once. */
export function PromoField({ onTaken }: { onTaken: (taken: TakenPromo) => void }) {
  const { t } = useTranslation("shell");
  const [typed, setTyped] = useState(promoCodeKept);
  const { send, clear, busy, refusal, answer } = useCommand("promo", { handles: true });
  const apply = async () => {
    const code = typed.trim();
    if (code === "") return;
    const isKept = code === promoCodeKept();
    const taken = await send({ code }, (done) => onTaken({ ...done, code }));
    // A code that cannot be used is not tried again with each purchase.
    if (!taken && isKept) forgetPromoCode();
  };
  const first = useRef(apply);
  const started = useRef(false);
  useEffect(() => {
    if (started.current || promoCodeKept() === "") return;
    started.current = true;
    void first.current();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    // Enter would submit the purchase.
    event.preventDefault();
    void apply();
  };
  return (
    <div>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <TextInput
          flex={1}
          label={t("promo.label")}
          value={typed}
          maxLength={32}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={refusal?.msg}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            clear();
          }}
        />
        <Button
          variant="default"
          mt={25}
          loading={busy}
          disabled={typed.trim() === ""}
          onClick={() => void apply()}
        >
          {t("promo.apply")}
        </Button>
      </Group>
      {answer && (
        <Text role="status" fz="sm" c="good" mt={6}>
          {t("promo.taken", { title: answer.title })}
        </Text>
      )}
    </div>
  );
}
