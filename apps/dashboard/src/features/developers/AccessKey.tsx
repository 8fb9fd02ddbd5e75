import { BatchButton } from "@turnpike/ui/list/buttons.tsx";
import { Anchor, Group, Stack, Text } from "@mantine/core";
import { IconRefresh } from "@turnpike/ui/icons.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { openAct } from "../../ui/act/open-act.ts";
import { api } from "../../lib/call.ts";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { SecretText } from "@turnpike/ui/SecretText.tsx";
import classes from "./developers.module.css";

/** The placeholder in the example while the key is hidden. */
const HIDDEN = "YOUR_ACCESS_KEY";

/** A call by access key: the key goes into the body (spec/api#requests), never into a URL. */
const exampleOf = (key: string): string => `curl ${api.origin}/v1/member -d key=${key}`;

/** The access key for read-only programs (spec/accounts#access-key). */
export function AccessKey({ value }: { value: string }) {
  const { t } = useTranslation("webhooks");
  const [visible, setVisible] = useState(false);
  const renew = () =>
    openAct({
      call: "upAccessKey",
      input: {},
      danger: true,
      title: t("key.confirmTitle"),
      text: t("key.confirmText"),
      submit: t("key.confirm"),
      done: () => t("key.done"),
    });
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm" className={classes.key ?? ""}>
        <SecretText
          value={value}
          showLabel={t("key.show")}
          hideLabel={t("key.hide")}
          copyLabel={t("key.copy")}
          onToggle={setVisible}
        />
        <BatchButton needs="owner" icon={IconRefresh} label={t("key.renew")} onClick={renew} />
      </Group>
      <CodeBlock
        wrap
        head={t("key.example")}
        label={t("key.exampleLabel")}
        code={exampleOf(visible ? value : HIDDEN)}
      />
      <Text fz="sm" c="dimmed">
        {t("key.exampleHelp")}
      </Text>
      <Documents />
    </Stack>
  );
}

const documents = {
  api: "/docs",
  python: "/docs/python",
  agents: "/docs/agents",
  openapi: "/openapi.json",
  openapi30: "/openapi-3.0.json",
  llms: "/llms.txt",
} as const;

/** Links to the documentation: for people, for programs, for AI assistants. */
function Documents() {
  const { t } = useTranslation("webhooks");
  return (
    <Group component="nav" aria-label={t("docs.title")} gap="6px 20px" fz="sm">
      {(["api", "python", "agents", "openapi", "openapi30", "llms"] as const).map((name) => (
        <Anchor key={name} href={documents[name]} target="_blank" fw={550}>
          {t(`docs.${name}`)}
        </Anchor>
      ))}
    </Group>
  );
}
