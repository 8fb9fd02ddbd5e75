import { Button, Menu, Text } from "@mantine/core";
import { proxyTemplates } from "@turnpike/rules/proxy-format.ts";
import { IconChevronDown, IconCopy } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "../../lib/toast.ts";
import { useCopy } from "../../ui/CopyButton.tsx";
import { lineOf, type StaticIp } from "./static-ip.ts";
import { useTemplate } from "./use-template.ts";

/** Copies the chosen ones in the form that a program reads. */
export function CopyMenu({ rows }: { rows: readonly StaticIp[] }) {
  const { t } = useTranslation("static-edit");
  const [opened, setOpened] = useState(false);
  const copy = useCopy();
  const [kept, keep] = useTemplate();
  const run = (template: string) => {
    keep(template);
    const lines = rows.map((row) => `${lineOf(row, template)}\n`).join("");
    copy.run(lines, t("copy.done", { count: rows.length }));
  };
  const change = (open: boolean) => {
    if (open && rows.length === 0) toast.warning(t("copy.selectRow"));
    else setOpened(open);
  };
  const named = Object.entries<string>(proxyTemplates);
  const own = named.some(([, template]) => template === kept) ? [] : [[kept, kept] as const];
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
        {[...own, ...named].map(([name, template]) => (
          <Menu.Item key={name} onClick={() => run(template)}>
            <Text
              span
              ff="monospace"
              fz="sm"
              {...(template === kept ? { fw: 650 } : {})}
              style={{ overflowWrap: "anywhere" }}
            >
              {name}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
