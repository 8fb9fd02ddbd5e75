import { Group } from "@mantine/core";
import type { CallResult } from "../../lib/call.ts";
import { useT } from "../../lib/words.ts";
import { ActButton } from "../../parts/act/acts.tsx";

type Case = CallResult<"caseShow">["case"];

/** The host of `host:port` or `[address]:port`; targets are blocked by host. */
function hostOf(target: string): string {
  const bracketed = /^\[(.+)\](:\d+)?$/.exec(target);
  if (bracketed) return bracketed[1] ?? "";
  const parts = target.split(":");
  return parts.length === 2 ? (parts[0] ?? "") : target;
}

/** The actions available on a case. */
export function CaseActs({ one }: { one: Case }) {
  const { number, state, account } = one;
  const fixed = { number };
  const about = { name: account?.email ?? "", fixed };
  return (
    <Group gap="xs">
      {account?.email && state !== "closed" && (
        <ActButton
          variant="filled"
          act={{
            call: "caseMail",
            ...about,
            fixed: { number, account: account.id },
            fields: [{ name: "text", words: "mailText", kind: "long" }],
          }}
        />
      )}
      <ActButton act={{ call: "caseNote", fixed, fields: [{ name: "text", kind: "long" }] }} />
      <ActButton
        act={{
          call: "caseAssign",
          fixed,
          fields: [
            {
              name: "account",
              words: "accountOf",
              kind: "text",
              ...(account?.email ? { initial: account.email } : {}),
            },
          ],
        }}
      />
      <BlockTarget one={one} />
      {state === "closed" ? null : <ActButton act={{ call: "caseClose", fixed }} />}
      {state === "open" ? null : <ActButton act={{ call: "caseReopen", fixed }} />}
    </Group>
  );
}

/** Blocks the target of a complaint, only for the customer if the case names one. */
function BlockTarget({ one }: { one: Case }) {
  const t = useT();
  const { account, target, number, title } = one;
  return (
    <ActButton
      act={{
        call: "targetBlock",
        fields: [
          {
            name: "pattern",
            kind: "text",
            help: t("targets.patternHelp"),
            initial: hostOf(target),
          },
          {
            name: "account",
            words: "accountOf",
            kind: "text",
            optional: true,
            help: t("targets.accountHelp"),
            initial: account?.email ?? account?.id ?? "",
          },
          {
            name: "reason",
            kind: "long",
            optional: true,
            initial: t("cases.heading", { number, title }),
          },
        ],
        done: ({ added }) => (added ? t("acts.targetBlock.done") : t("targets.already")),
      }}
    />
  );
}
