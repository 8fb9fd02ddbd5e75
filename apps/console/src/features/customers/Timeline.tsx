import { useLoginEvents, useT, word } from "../../lib/words.ts";
import { Money, code, when } from "@turnpike/ui/list/kinds.tsx";
import { List } from "../../parts/list/List.tsx";

/** The history of a customer's account. */
export function Timeline({ account }: { account: string }) {
  const t = useT();
  const eventName = useLoginEvents();
  const nameOf = ({ kind, title }: { kind: string; title: string }) => {
    if (kind === "act") return word("actions", title);
    return kind === "login" ? eventName(title) : title;
  };
  return (
    <List
      call="customerTimeline"
      name="timeline"
      title={t("tabs.timeline")}
      fixed={{ account }}
      empty={t("customer.noTimeline")}
      rowId={({ at, kind, ref, title }) => `${at} ${kind} ${ref} ${title}`}
      columns={[
        { key: "at", as: when },
        { key: "kind", text: ({ kind }) => word("timeline", kind) },
        { key: "what", wrap: true, text: nameOf },
        { key: "ref", as: code },
        {
          key: "amount",
          align: "right",
          text: ({ cents }) => (cents === null ? null : cents / 100),
          show: ({ cents }) => <Money cents={cents} />,
        },
        { key: "actor", extra: "narrow", text: ({ actor }) => actor ?? t("customer.self") },
      ]}
    />
  );
}
