import { Alert, Anchor, Container, Group, Skeleton, Stack, Text } from "@mantine/core";
import type { LegalKind } from "@turnpike/rules/legal.ts";
import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ColorSchemeSwitch } from "@turnpike/ui/ColorSchemeSwitch.tsx";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { LegalText } from "@turnpike/ui/LegalText.tsx";
import { formatDate } from "@turnpike/ui/lib/format.ts";
import { wireLanguage } from "@turnpike/ui/lib/language.ts";
import { LanguageSwitch } from "@turnpike/ui/LanguageSwitch.tsx";
import { chooseLanguage } from "../preferences/choose-language.ts";
import { Logo } from "@turnpike/ui/Logo.tsx";
import { type CallResult, callApi } from "../../lib/call.ts";

/** A legal document of the provider, in the language of the page or else in English. */
export function Legal({ kind }: { kind: LegalKind }) {
  const { t } = useTranslation("legal");
  return (
    <Container size="sm" py="lg">
      <Group component="header" justify="space-between" wrap="nowrap" mb="xl">
        <Logo />
        <Group gap={4} wrap="nowrap">
          <LanguageSwitch onChoose={chooseLanguage} />
          <ColorSchemeSwitch />
        </Group>
      </Group>
      <Stack component="main" gap="lg">
        <Document kind={kind} />
        <Anchor component={Link} to="/index/login" underline="always" mt="md">
          {t("back")}
        </Anchor>
      </Stack>
    </Container>
  );
}

/** Loads and shows a document again whenever the language changes. */
function Document({ kind }: { kind: LegalKind }) {
  const { t, i18n } = useTranslation("legal");
  const { found, error, load } = useDocument(kind, wireLanguage(i18n.language));
  if (error) return <ErrorState error={error} onRetry={load} />;
  if (!found) return <Skeleton h={480} aria-hidden />;
  const isForeign = found.lang !== wireLanguage(i18n.language);
  return (
    <>
      {isForeign && <Alert color="yellow">{t("inEnglish")}</Alert>}
      <LegalText
        title={found.title}
        html={found.html}
        {...(isForeign ? { lang: found.lang } : {})}
      />
      {found.publishedAt && (
        <Text fz="sm" c="dimmed">
          {t("version", { version: found.version, date: formatDate(found.publishedAt) })}
        </Text>
      )}
    </>
  );
}

function useDocument(kind: LegalKind, lang: string) {
  const [found, setFound] = useState<CallResult<"legal"> | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const fetchText = useCallback(() => {
    const options = { as: "", handles: () => true };
    callApi("legal", { kind }, options).then(setFound, (failed: Error) => {
      if (failed.name !== "CallCancelled") setError(failed);
    });
  }, [kind]);
  // The call is sent in the page's language.
  useEffect(fetchText, [fetchText, lang]);
  const load = () => {
    setError(null);
    fetchText();
  };
  return { found, error, load };
}

/** The terms that customers agree to when registering. */
export function Terms() {
  return <Legal kind="terms" />;
}

/** What is stored about a customer, and for how long. */
export function Policy() {
  return <Legal kind="privacy" />;
}
