import { Anchor, SegmentedControl, Stack, Text } from "@mantine/core";
import { type VerifyLanguage, verifyCode, verifyLanguages } from "@turnpike/rules/webhook-code.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";

const names: Record<VerifyLanguage, string> = { node: "Node.js", python: "Python" };

/** Code that verifies a delivery's signature, to copy, with a link to the documentation. */
export function VerifyCode() {
  const { t } = useTranslation("webhooks");
  const [language, setLanguage] = useState<VerifyLanguage>("node");
  return (
    <Stack gap={8}>
      <Text fz="sm">
        <strong>{t("verify.title")}</strong>
        <br />
        {t("verify.help")}{" "}
        <Anchor href="/docs/webhooks" target="_blank" underline="always">
          {t("docs.webhooks")}
        </Anchor>
      </Text>
      <CodeBlock
        code={verifyCode(language)}
        label={t("verify.code", { language: names[language] })}
        copyLabel={t("verify.copy")}
        maxHeightPx={300}
        head={
          <SegmentedControl
            size="xs"
            aria-label={t("verify.title")}
            value={language}
            onChange={(value) => setLanguage(value as VerifyLanguage)}
            data={verifyLanguages.map((value) => ({ value, label: names[value] }))}
          />
        }
      />
    </Stack>
  );
}
