import { type IdentityState, identityReasons } from "@turnpike/rules/identity.ts";
import type { Item } from "../../lib/call.ts";
import { word } from "../../lib/words.ts";
import type { Act, Field } from "../../parts/act/act.ts";
import { ActButton } from "../../parts/act/acts.tsx";

export type IdentityCheck = Item<"identityList">;

/** Who waits for the customer is no work of the staff. */
export const stateOf = ({ identity, waitsForCustomer }: IdentityCheck) =>
  waitsForCustomer ? "askedForMore" : identity;

const note: Field = { name: "reason", words: "text", kind: "long", optional: true };

/** Nothing is chosen at first: the customer is mailed what is. */
const because = (): Field => ({
  name: "because",
  words: "reasonMailed",
  kind: "select",
  options: [
    { value: "", label: word("identities", "choose") },
    ...identityReasons.map((value) => ({ value, label: word("identity:reasons", value) })),
  ],
});

type Decide = Act<"identityDecide">;

interface Seen {
  check: IdentityCheck;
  /** The IDs of the documents on the screen, if there are any on it. */
  documents?: string[] | undefined;
}

/** Approving asks for nothing; the others for a reason of the list. What was not seen is not decided on. */
function decideActs({ check, documents }: Seen, onDone: () => void) {
  const { accountId, email, handedInAt } = check;
  const common = { name: email ?? accountId, onDone };
  const seen = { ...(handedInAt ? { handedInAt } : {}), ...(documents ? { documents } : {}) };
  const fixed = (decision: string) => ({ account: accountId, decision, ...seen });
  const approve: Decide = {
    call: "identityDecide",
    words: "identityApprove",
    ...common,
    fixed: fixed("approve"),
    fields: [note],
  };
  const reject: Decide = {
    call: "identityDecide",
    words: "identityReject",
    ...common,
    danger: true,
    fixed: fixed("reject"),
    fields: [because(), note],
  };
  const more: Decide = {
    call: "identityDecide",
    words: "identityMore",
    ...common,
    fixed: fixed("more"),
    fields: [because(), note],
  };
  return { approve, reject, more };
}

/** Buttons for the decisions that would change something. */
export function Decisions(props: Seen & { compact?: boolean; onDone?: () => void }) {
  const { check, compact = false, onDone = () => undefined } = props;
  const { approve, reject, more } = decideActs(props, onDone);
  const size = compact ? "compact-xs" : "xs";
  const isAlready = (state: IdentityState) => check.identity === state;
  return (
    <>
      {!isAlready("approved") && <ActButton size={size} act={approve} />}
      {!isAlready("rejected") && <ActButton size={size} act={reject} />}
      {!compact && !check.waitsForCustomer && <ActButton size={size} act={more} />}
    </>
  );
}
