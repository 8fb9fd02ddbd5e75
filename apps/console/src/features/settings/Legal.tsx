import { Alert, Badge, Button } from "@mantine/core";
import { code, when } from "@turnpike/ui/list/kinds.tsx";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { Link, useNavigate } from "react-router";
import { useCall } from "../../lib/queries.ts";
import { useT, word } from "../../lib/words.ts";
import { Rows } from "../../parts/list/List.tsx";
import { languageName } from "../shop/NewsDialog.tsx";
import { useOwnLang } from "./use-own-lang.ts";

/** The provider's legal documents: every version, and the drafts that are shown without one. */
export function Legal() {
  const t = useT();
  const go = useNavigate();
  const own = useOwnLang();
  const { data, error, refetch } = useCall("legalList", {});
  const drafts = (data?.drafts ?? []).map((kind) => ({
    kind,
    lang: own,
    version: 0,
    title: t("legal.draft"),
    consent: false,
    publishedAt: null,
    publishedBy: null,
  }));
  const names = drafts.map(({ kind }) => word("legal.kinds", kind)).join(", ");
  return (
    <>
      <PageHeader
        title={t("screens.legal.title")}
        description={t("screens.legal.text")}
        actions={
          <Button component={Link} to="/settings/legal/terms" size="xs">
            {t("legal.write")}
          </Button>
        }
      />
      {drafts.length > 0 && (
        <Alert color="yellow" mb="md">
          {t("legal.draftsInUse", { kinds: names })}
        </Alert>
      )}
      <Rows
        name="legal"
        rows={data && [...drafts, ...data.items]}
        error={error}
        onRetry={() => void refetch()}
        rowId={({ kind, lang, version }) => `${kind} ${lang} ${version}`}
        empty={t("screens.legal.empty")}
        onOpen={({ kind, lang, version }) =>
          void go(`/settings/legal/${kind}?lang=${lang}&version=${version}`)
        }
        columns={[
          { key: "kind", text: ({ kind }) => word("legal.kinds", kind) },
          { key: "language", text: ({ lang }) => languageName(lang) },
          { key: "version", as: code },
          { key: "title", wrap: true },
          {
            key: "consent",
            text: ({ consent }) => (consent ? t("legal.asked") : ""),
            show: ({ consent }) =>
              consent ? <Badge variant="light">{t("legal.asked")}</Badge> : "–",
          },
          { key: "publishedAt", as: when },
          { key: "publishedBy", extra: "narrow" },
        ]}
      />
    </>
  );
}
