import { Button, Group, Input, Text } from "@mantine/core";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import { useCommand } from "../../lib/use-command.ts";
import { forgetPromoCode, promoCodeKept } from "./promo-code.ts";

export type TakenPromo = CallResult<"promo"> & { code: string };

/** A typed promo code, and what became of it. A link's code is applied at once. */
function usePromo(onTaken: (taken: TakenPromo) => void) {
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
  const change = (text: string) => {
    setTyped(text);
    clear();
  };
  return { typed, change, apply: () => void apply(), busy, refusal, answer };
}

/** The promo code of a purchase: its coupon is taken into the account. */
export function PromoField({ onTaken }: { onTaken: (taken: TakenPromo) => void }) {
  const { t } = useTranslation("shell");
  const id = useId();
  const { typed, change, apply, busy, refusal, answer } = usePromo(onTaken);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    // Enter would submit the purchase.
    event.preventDefault();
    apply();
  };
  return (
    <div>
      {/* The label stands above both: the button is beside the input whatever the label's height. */}
      <Input.Wrapper id={id} label={t("promo.label")} error={refusal?.msg}>
        <Group gap="xs" wrap="nowrap">
          <Input
            id={id}
            flex={1}
            value={typed}
            maxLength={32}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            error={refusal !== null}
            onKeyDown={onKeyDown}
            onChange={(event) => change(event.currentTarget.value)}
          />
          <Button variant="default" loading={busy} disabled={typed.trim() === ""} onClick={apply}>
            {t("promo.apply")}
          </Button>
        </Group>
      </Input.Wrapper>
      {answer && (
        <Text role="status" fz="sm" c="good" mt={6}>
          {t("promo.taken", { title: answer.title })}
        </Text>
      )}
    </div>
  );
}
