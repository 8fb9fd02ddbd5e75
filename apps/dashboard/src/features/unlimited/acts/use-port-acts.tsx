import { firstRotationMinutes, type UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { type Field, openDialog, type Sent, type Values } from "@turnpike/ui/act/act.ts";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";
import { useTranslation } from "react-i18next";
import type { CallParameters } from "../../../lib/call.ts";
import { openAct } from "../../../ui/act/open-act.ts";
import { openBatch } from "../../../ui/act/open-batch.tsx";
import { firstRows, openExport } from "../../proxy-file/open-export.tsx";
import { addressOf, fieldsOf, type UnlimitedPlan, type UnlimitedPort } from "../port.ts";
import { kindCalls, showPorts } from "../use-plan.ts";
import {
  changeOf,
  changeOfTicked,
  type PortValues,
  type Section,
  sections,
  tickOf,
  typedOf,
  valuesOf,
} from "./edit-port-values.ts";
import { usePortFields } from "./use-port-fields.tsx";

const MovePlan = lazyComponent(async () => (await import("./MovePlan.tsx")).MovePlan);

type Rows = readonly UnlimitedPort[];

/** Moves a plan to another region that is available to it. */
export function useMovePlan(kind: UnlimitedKind): (plan: UnlimitedPlan) => void {
  const { t } = useTranslation("unlimited");
  return (plan) =>
    openDialog({
      title: t("move.title"),
      body: (close) => <MovePlan kind={kind} plan={plan} onClose={close} />,
    });
}

/** What can be done with the ports of a plan, each in a dialog. */
export function usePortActs(kind: UnlimitedKind, plan: UnlimitedPlan) {
  return { edit: useEdit(kind, plan), export: useExport(kind, plan) };
}
export type PortActs = ReturnType<typeof usePortActs>;

const fieldsBySection: Record<Section, readonly (keyof PortValues)[]> = {
  rotation: ["rotationMinutes"],
  country: ["country"],
  format: ["format"],
  credentials: ["account", "password"],
  remark: ["remark"],
};

/** Changes rotation, country, copy format, user name, password or remark of one port or many. */
function useEdit(kind: UnlimitedKind, plan: UnlimitedPlan): (rows: Rows) => void {
  const { t } = useTranslation("unlimited");
  const fieldsFor = usePortFields(kind, plan);
  const editMany = useEditMany(kind, plan);
  /** Sends the rotation and the fields that were changed. */
  const editOne = (row: UnlimitedPort) => {
    const before = valuesOf(row);
    const change = (sent: Sent) => changeOf(typedOf(sent), before);
    const fields = fieldsFor([row], before);
    openAct<"upport" | "upbandwidth">({
      call: kind === "port" ? "upport" : "upbandwidth",
      input: (sent) =>
        ({
          ...(kind === "port" ? { ids: [row.id] } : { planId: plan.id }),
          ...change(sent),
        }) as CallParameters<"upport" | "upbandwidth">,
      title: t("edit.title", { port: row.port }),
      submit: t("edit.submit"),
      fields: ["rotationMinutes", "country", "account", "password", "format", "remark"].map(
        (name) => fields[name as keyof PortValues],
      ),
      below: t("edit.effect"),
      check: (sent) => (change(sent) ? undefined : t("edit.nothing")),
      done: () => t("edit.done", { port: row.port }),
      onDone: ({ ports }) => showPorts(kind, ports),
    });
  };
  return (rows) => {
    const [first] = rows;
    if (first && rows.length === 1) editOne(first);
    else editMany(rows);
  };
}

/** Only the ticked fields, with the same values for all. */
function useEditMany(kind: UnlimitedKind, plan: UnlimitedPlan) {
  const { t } = useTranslation("unlimited");
  const fieldsFor = usePortFields(kind, plan);
  return (rows: Rows) => {
    const fields = fieldsFor(rows);
    const isTicked = (sent: Sent, section: Section) => tickOf(section) in sent;
    openBatch<"upport", UnlimitedPort>({
      call: "upport",
      rows,
      // A call has one `rotationMinutes`: unless it changes, group ports with equal values.
      groupBy: (sent) => (isTicked(sent, "rotation") ? undefined : (row) => row.rotationMinutes),
      parameters: (part, sent) => ({
        ids: part.map(({ id }) => id),
        rotationMinutes: part[0]?.rotationMinutes ?? firstRotationMinutes,
        ...changeOfTicked(
          typedOf(sent),
          new Set(sections.filter((section) => isTicked(sent, section))),
        ),
      }),
      title: t("edit.many", { count: rows.length }),
      submit: t("edit.submitMany", { count: rows.length }),
      fields: sections.flatMap((section): Field[] => [
        { kind: "tick", name: tickOf(section), label: t(`edit.tick.${section}`), optional: true },
        ...fieldsBySection[section].map((name) => ({
          ...fields[name],
          inset: true,
          when: (values: Values) => values[tickOf(section)] !== "",
        })),
      ]),
      below: t("edit.effect"),
      check: (sent) =>
        sections.some((section) => isTicked(sent, section)) ? undefined : t("edit.tickOne"),
      rowName: addressOf,
      outcome: () => t("edit.changed"),
      backLabel: t("edit.back"),
    });
  };
}

/** Exports the given ports; without any, all of the plan. */
function useExport(kind: UnlimitedKind, plan: UnlimitedPlan): (rows: Rows) => void {
  const { t } = useTranslation("unlimited");
  return (rows) =>
    openExport({
      title: t("export.title"),
      from: { path: "/v1/unlimit/export", query: { planId: plan.id } },
      ids: rows.map(({ id }) => id),
      words: {
        which: t("export.which"),
        chosen: t("export.chosen", { count: rows.length }),
        all: () => t("export.all", { count: plan.ports }),
      },
      own: t("export.own"),
      useRows: firstRows<UnlimitedPort>({
        call: kindCalls[kind].one,
        newest: { planId: plan.id },
        asFirst: (row) => ({ fields: fieldsOf(row), format: row.format }),
      }),
    });
}
