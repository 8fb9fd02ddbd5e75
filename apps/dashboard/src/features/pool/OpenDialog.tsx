import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { useLastValue } from "../../lib/use-last-value.ts";
import { StepDialog } from "@turnpike/ui/StepDialog.tsx";
import { BuyDialog } from "../order/BuyDialog.tsx";
import { UnknownOutcome } from "../payment/UnknownOutcome.tsx";
import { type Command, useCommand } from "../../lib/use-command.ts";
import { OpenResult } from "./OpenResult.tsx";
import { OpenForm } from "./OpenForm.tsx";
import type { OpenParameters, OpenTarget } from "./open-plan.ts";
import { type IpAuth, type OpenedIp } from "./pool-ip.ts";

/** The purchase's initial number of IPs (`features/order/plan.ts`). */
const USUAL_PURCHASE = 100;

interface Props {
  auth: IpAuth;
  /** Null if the dialog is closed. */
  wanted: OpenTarget | null;
  /** `toList`: the user wants to see the open IPs. */
  onClose: (toList: boolean) => void;
}

/**
 * Opens exits for some hours: choose, open, use. Each opening of the dialog is one purchase; if its
 * answer was lost, the next opening asks for it again.
 */
export function OpenDialog(props: Props) {
  const { t } = useTranslation(["pool", "buy", "static-take", "ui"]);
  const { wanted, auth } = props;
  const lastTarget = useLastValue(wanted);
  const command = useCommand("ipOpen", { handles: true });
  const [short, setShort] = useState<number | null>(null);
  const close = (toList: boolean) => {
    command.clear();
    props.onClose(toList);
  };
  return (
    <>
      <StepDialog
        opened={wanted !== null}
        onClose={() => close(false)}
        size="xl"
        // Escape closes only the topmost dialog.
        busy={command.busy || short !== null}
        title={t(`open.title.${auth}`)}
      >
        {lastTarget && (
          <Steps
            {...props}
            wanted={lastTarget}
            command={command}
            onBuy={setShort}
            onClose={close}
          />
        )}
      </StepDialog>
      <BuyDialog
        opened={short !== null}
        start={{ kind: "ip", quantity: toBuy(short) }}
        onClose={() => {
          setShort(null);
          command.clear();
        }}
      />
    </>
  );
}

function Steps(
  props: Props & {
    wanted: OpenTarget;
    command: Command<"ipOpen">;
    onBuy: (missing: number) => void;
  },
) {
  const { t } = useTranslation("pool");
  const { auth, command, wanted } = props;
  const [opened, setOpened] = useState<readonly OpenedIp[] | null>(null);
  // Kept while the dialog is open, since the selection in the list below may change.
  const [first] = useState(wanted);
  const show = async (answer: ReturnType<typeof command.send>) => {
    const done = await answer;
    if (done) setOpened(done.items);
  };
  if (opened) {
    return <OpenResult auth={auth} rows={opened} onList={() => props.onClose(true)} />;
  }
  const num = lostNumber(command.lost);
  return (
    <>
      {command.lost && (
        <UnknownOutcome
          title={t("open.lost", { count: num, number: formatNumber(num) })}
          busy={command.busy}
          onRetry={() => void show(command.retry())}
          onForget={command.forget}
        />
      )}
      {/* Keeps the form's values in case nothing was opened. */}
      <div hidden={command.lost !== null}>
        <OpenForm
          auth={auth}
          target={first}
          busy={command.busy}
          refusal={command.refusal}
          onChange={command.clear}
          onBuy={props.onBuy}
          onOpen={(parameters) => void show(command.send(parameters))}
        />
      </div>
    </>
  );
}

const lostNumber = (lost: OpenParameters | null): number => lost?.ids?.length ?? lost?.num ?? 0;

/** The missing number of IPs, unless the purchase's default covers it. */
const toBuy = (missing: number | null): number | undefined =>
  missing !== null && missing > USUAL_PURCHASE ? missing : undefined;
