import { Stack } from "@mantine/core";
import type { Field, Sent, Values } from "@turnpike/ui/act/act.ts";
import { useTranslation } from "react-i18next";
import { openAct } from "../../../ui/act/open-act.ts";
import { openBatch } from "../../../ui/act/open-batch.tsx";
import { useCredentialField } from "../../credentials/credential-fields.tsx";
import { AddressesField } from "../../whitelist/AddressesField.tsx";
import { MyAddress } from "../../whitelist/MyAddress.tsx";
import { readIps } from "../../whitelist/typed-ips.ts";
import type { StaticIp } from "../static-ip.ts";
import { type Term, termCalls } from "../term.ts";
import {
  changeOf,
  changeOfTicked,
  type EditValues,
  maxWhitelisted,
  remarkMaxLength,
  validateWhitelist,
  valuesOf,
} from "./edit-values.ts";

/** Changes user name, password, whitelist or remark of one IP or many. */
export function useEdit(term: Term): (rows: readonly StaticIp[]) => void {
  const { t } = useTranslation("static-edit");
  const fieldsOf = useIpFields();
  const editMany = useEditMany(term);
  /** Sends only fields that were changed. */
  const editOne = (row: StaticIp) => {
    const before = valuesOf(row);
    const change = (sent: Sent) => changeOf(typedOf(sent), before);
    const { account, password, whitelist, remark } = fieldsOf(before);
    openAct({
      call: termCalls[term].update,
      input: (sent) => ({ id: row.id, ...change(sent) }),
      title: t("edit.title", { host: row.exitIp }),
      submit: t("edit.submit"),
      fields: [account, password, whitelist, remark],
      below: t("edit.effect"),
      check: (sent) => (Object.keys(change(sent)).length === 0 ? t("edit.nothing") : undefined),
      done: () => t("edit.done", { host: row.exitIp }),
    });
  };
  return (rows) => {
    const [first] = rows;
    if (first && rows.length === 1) editOne(first);
    else editMany(rows);
  };
}

/** Only the ticked fields, with the same values for all. */
function useEditMany(term: Term) {
  const { t } = useTranslation("static-edit");
  const fieldsOf = useIpFields();
  return (rows: readonly StaticIp[]) => {
    const { account, password, whitelist, remark } = fieldsOf();
    const ticks = {
      credentials: [account, password],
      whitelistToo: [whitelist],
      remarkToo: [remark],
    };
    const names = Object.keys(ticks) as (keyof typeof ticks)[];
    openBatch<"staticUpdate" | "shortUpdate", StaticIp>({
      call: termCalls[term].update,
      rows,
      parameters: (part, sent) => ({
        ids: part.map(({ id }) => id),
        ...changeOfTicked(typedOf(sent), {
          credentials: "credentials" in sent,
          whitelist: "whitelistToo" in sent,
          remark: "remarkToo" in sent,
        }),
      }),
      title: t("edit.many", { count: rows.length }),
      submit: t("edit.submitMany", { count: rows.length }),
      fields: names.flatMap((name): Field[] => [
        { kind: "tick", name, label: t(`edit.${name}`), optional: true },
        ...ticks[name].map((field) => ({
          ...field,
          inset: true,
          when: (values: Values) => values[name] !== "",
        })),
      ]),
      below: t("edit.effect"),
      check: (sent) => (names.some((name) => name in sent) ? undefined : t("edit.tickOne")),
      rowName: (row) => row.exitIp,
      outcome: () => t("edit.changed"),
      backLabel: t("edit.back"),
    });
  };
}

const typedOf = ({ account = "", password = "", whitelist = "", remark = "" }: Sent) =>
  ({ account, password, whitelist, remark }) as EditValues;

/** The fields of a static IP; without `before` its credentials are generated. */
function useIpFields() {
  const { t } = useTranslation("static-edit");
  const credential = useCredentialField();
  return (before?: EditValues) => ({
    account: credential("account", t("fields.account"), before?.account),
    password: credential("password", t("fields.password"), before?.password),
    /** Addresses that need no password here; the user's own can be added with one click. */
    whitelist: {
      kind: "own",
      name: "whitelist",
      label: t("fields.whitelist"),
      optional: true,
      initial: before?.whitelist ?? "",
      fault: (value) => {
        const fault = validateWhitelist(value);
        return fault && t(`edit.${fault}`, { count: maxWhitelisted });
      },
      show: ({ label, value, error, onChange }) => (
        <Stack gap="xs">
          <AddressesField
            label={label}
            description={t("edit.whitelistHelp", { count: maxWhitelisted })}
            value={value}
            error={error}
            onChange={onChange}
          />
          <MyAddress
            listed={({ ip }) => readIps(value).good.includes(ip)}
            onAdd={(ip) => onChange([value.trim(), ip].filter(Boolean).join("\n"))}
          />
        </Stack>
      ),
    } satisfies Field,
    remark: {
      kind: "text",
      name: "remark",
      label: t("fields.remark"),
      maxLength: remarkMaxLength,
      optional: true,
      initial: before?.remark ?? "",
    } satisfies Field,
  });
}
