/** Documents of an identity check, as strangers made them: nothing in them is ever run (spec/identity#documents). */
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { formatBytes } from "@turnpike/ui/lib/format.ts";
import { saveBlob } from "@turnpike/ui/lib/save-file.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { When } from "@turnpike/ui/list/kinds.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callApi, type CallResult, type Item } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";

type Opened = CallResult<"identityDocument">;

/** The only types that become a picture; a browser runs nothing of them in `<img>`. */
const pictures = new Set(["image/jpeg", "image/png", "image/webp"]);

/** Saves it as bytes of no type: no program is chosen for it, and no page shows it. */
function save({ fileName: name, base64 }: Opened): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  saveBlob({ name, blob: new Blob([bytes], { type: "application/octet-stream" }) });
}

/** The documents that a customer handed in and that are still kept. */
export function IdentityDocuments({ account }: { account: string }) {
  const t = useT();
  const documents = useCall("identityDocuments", { account });
  if (documents.error)
    return <ErrorState error={documents.error} onRetry={() => void documents.refetch()} />;
  if (!documents.data) return <LineSkeletons lines={3} height={26} />;
  const { items } = documents.data;
  if (items.length === 0) return <Text c="dimmed">{t("identities.none")}</Text>;
  return (
    <Stack component="ul" gap="lg" m={0} p={0} style={{ listStyle: "none" }}>
      {items.map((document, at) => (
        <Stack component="li" key={document.id} gap="xs">
          <Document document={document} number={at + 1} />
        </Stack>
      ))}
      {items.some(({ kind }) => kind === "pdf") && (
        <Text component="li" c="dimmed" fz="sm">
          {t("identities.pdf")}
        </Text>
      )}
    </Stack>
  );
}

/** What was opened stays in this component alone, not in the cache of calls. */
function useOpened(id: string) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    try {
      const answer = await callApi("identityDocument", { id });
      if (pictures.has(answer.type)) setOpened(answer);
      else save(answer);
    } catch (error) {
      toast.error((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return { opened, busy, open };
}

function Document(props: { document: Item<"identityDocuments">; number: number }) {
  const t = useT();
  const { id, kind, bytes, uploadedAt } = props.document;
  const { opened, busy, open } = useOpened(id);
  const { t: identity } = useTranslation("identity");
  const name = identity("document", { number: props.number });
  return (
    <>
      <Group gap="sm" justify="space-between">
        <Text fz="sm">
          {name}{" "}
          <Text span c="dimmed" inherit>
            {kind.toUpperCase()}, {formatBytes(bytes)}, <When at={uploadedAt} />
          </Text>
        </Text>
        {!opened && (
          <Button size="compact-xs" variant="default" loading={busy} onClick={() => void open()}>
            {t(kind === "pdf" ? "identities.save" : "identities.view")}
            <span className="visually-hidden">: {name}</span>
          </Button>
        )}
      </Group>
      {opened && <Picture opened={opened} name={name} />}
    </>
  );
}

/** A picture, or what to do if the browser cannot show it. */
function Picture({ opened, name }: { opened: Opened; name: string }) {
  const t = useT();
  const [isBroken, setBroken] = useState(false);
  if (!isBroken)
    return (
      <img
        src={`data:${opened.type};base64,${opened.base64}`}
        alt={name}
        style={{ maxWidth: "100%" }}
        onError={() => setBroken(true)}
      />
    );
  return (
    <Alert color="amber" role="alert">
      <Group gap="sm" justify="space-between">
        {t("identities.unshown")}
        <Button size="compact-xs" variant="default" onClick={() => save(opened)}>
          {t("identities.save")}
          <span className="visually-hidden">: {name}</span>
        </Button>
      </Group>
    </Alert>
  );
}
