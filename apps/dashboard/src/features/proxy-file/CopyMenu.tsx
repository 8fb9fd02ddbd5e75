import { Button, Menu, Text } from "@mantine/core";
import {
  type ProxyFields,
  proxyLine,
  proxyTemplates,
} from "@turnpike/proxy-strings/write/proxy-format.ts";
import type { FileContents } from "@turnpike/rules/file-name.ts";
import { IconChevronDown, IconCopy } from "@turnpike/ui/icons.ts";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { useCopy } from "@turnpike/ui/CopyButton.tsx";
import { useChooseForm } from "./use-choose-form.tsx";
import { useTemplate } from "./use-template.ts";

/** One line of text per row, each terminated. */
export const linesOf = <Row,>(rows: readonly Row[], line: (row: Row) => string): string =>
  rows.map((row) => `${line(row)}\n`).join("");

/** Copies the selected proxies in a format for programs. */
export function CopyMenu<Row>(props: {
  rows: readonly Row[];
  fieldsOf: (row: Row) => ProxyFields;
  /** Shown above the named formats if each row has a format of its own. */
  own?: { label: string; line: (row: Row) => string };
  /** What a saved file contains. */
  contents: FileContents;
}) {
  const { t } = useTranslation("lines");
  const { rows, fieldsOf, own } = props;
  const [opened, setOpened] = useState(false);
  const copy = useCopy();
  const choose = useChooseForm();
  const [storedTemplate, storeTemplate] = useTemplate();
  const run = (line: (row: Row) => string) =>
    copy.run(linesOf(rows, line), t("copy.done", { count: rows.length }));
  const runBy = (template: string) => {
    storeTemplate(template);
    run((row) => proxyLine(template, fieldsOf(row)));
  };
  const change = (open: boolean) => {
    if (open && rows.length === 0) toast.warning(t("copy.selectRow"));
    else setOpened(open);
  };
  // Without credentials, a line with user and password would have empty fields.
  const signsIn = rows.some((row) => fieldsOf(row).user !== "");
  return (
    <Menu shadow="md" position="bottom-start" opened={opened} onChange={change}>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCopy size={15} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {t("copy.open")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t("copy.label")}</Menu.Label>
        {own && <Menu.Item onClick={() => run(own.line)}>{own.label}</Menu.Item>}
        {formats({ kept: storedTemplate, own: own?.label, signsIn }).map(([name, template]) => (
          <Menu.Item key={name} onClick={() => runBy(template)}>
            <Code strong={template === storedTemplate}>{name}</Code>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => choose(rows.map(fieldsOf), props.contents)}>
          {t("copy.more")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The format used last, if it has no name, and the named ones. */
function formats(of: { kept: string; own: string | undefined; signsIn: boolean }) {
  const { kept, own, signsIn } = of;
  const all = Object.entries<string>(proxyTemplates);
  const named = all.filter(
    ([name, template]) => signsIn || (name !== own && !/\{(user|password)\}/.test(template)),
  );
  const isNamed = all.some(([, template]) => template === kept);
  return isNamed ? named : [[kept, kept] as const, ...named];
}

function Code(props: { strong: boolean; children: ReactNode }) {
  return (
    <Text
      span
      ff="monospace"
      fz="sm"
      {...(props.strong ? { fw: 650 } : {})}
      style={{ overflowWrap: "anywhere" }}
    >
      {props.children}
    </Text>
  );
}
