import { Code, Stack, Tabs, Text } from "@mantine/core";
import type { Endpoint } from "@turnpike/rules/endpoint.ts";
import {
  type SnippetLanguage,
  snippet,
  snippetLanguages,
} from "@turnpike/rules/endpoint-snippets.ts";
import type { SnippetNote } from "@turnpike/rules/snippet-parts.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";

/** Names of programs and languages are not translated. */
const names: Record<SnippetLanguage, string> = {
  curl: "curl",
  python: "Python",
  node: "Node.js",
  php: "PHP",
  go: "Go",
  java: "Java",
  csharp: "C#",
  playwright: "Playwright",
  puppeteer: "Puppeteer",
  selenium: "Selenium",
  scrapy: "Scrapy",
};

/** One request through the first endpoint, in each language and program. */
export function Snippets(props: { endpoint: Endpoint; target: string }) {
  const { t } = useTranslation("traffic-use");
  const [language, setLanguage] = useState<SnippetLanguage>("curl");
  const { code, notes } = snippet(language, props.endpoint, props.target);
  return (
    <Panel title={t("snippets.title")} description={t("snippets.help")}>
      <Tabs
        variant="pills"
        value={language}
        onChange={(value) => setLanguage((value ?? "curl") as SnippetLanguage)}
      >
        <Tabs.List mb="sm" aria-label={t("snippets.title")}>
          {snippetLanguages.map((name) => (
            <Tabs.Tab key={name} value={name} px="sm" py={6}>
              {names[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {snippetLanguages.map((name) => (
          <Tabs.Panel key={name} value={name}>
            {name === language && (
              <Stack gap="sm">
                <CodeBlock
                  wrap={name === "curl"}
                  code={code}
                  label={t("snippets.code", { language: names[name] })}
                  copyLabel={t("snippets.copy", { language: names[name] })}
                  maxHeightPx={460}
                />
                {notes.map((note) => (
                  <Note key={note.note} note={note} />
                ))}
              </Stack>
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Panel>
  );
}

function Note({ note }: { note: SnippetNote }) {
  const { t } = useTranslation("traffic-use");
  return (
    <Text fz="sm" c="dimmed">
      {t(`snippets.${note.note}`)} {"command" in note && <Code>{note.command}</Code>}
    </Text>
  );
}
