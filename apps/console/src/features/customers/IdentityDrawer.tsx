import { Group } from "@mantine/core";
import { When } from "@turnpike/ui/list/kinds.tsx";
import { useCall } from "../../lib/queries.ts";
import { useT, word } from "../../lib/words.ts";
import { CustomerLink, State } from "../../parts/cells.tsx";
import { DetailsDrawer } from "../../parts/DetailsDrawer.tsx";
import { Fact, Facts } from "../../parts/Facts.tsx";
import { Decisions, type IdentityCheck, stateOf } from "./identity-acts.tsx";
import { IdentityDocuments } from "./IdentityDocuments.tsx";

/** A check with its documents, and the buttons that decide on it. */
export function IdentityDrawer(props: { check: IdentityCheck | null; onClose: () => void }) {
  const { check, onClose } = props;
  return (
    <DetailsDrawer
      wide
      opened={check !== null}
      title={check ? (check.email ?? check.accountId) : ""}
      onClose={onClose}
    >
      {check && (
        <>
          <IdentityFacts check={check} />
          <IdentityDocuments account={check.accountId} />
          <DrawerDecisions check={check} onDone={onClose} />
        </>
      )}
    </DetailsDrawer>
  );
}

/** The buttons send which documents are listed above them. */
function DrawerDecisions(props: { check: IdentityCheck; onDone: () => void }) {
  const t = useT();
  const listed = useCall("identityDocuments", { account: props.check.accountId });
  const documents = listed.data?.items.map(({ id }) => id);
  return (
    <Group gap="xs" role="group" aria-label={t("screens.identities.title")}>
      <Decisions {...props} documents={documents} />
    </Group>
  );
}

function IdentityFacts({ check }: { check: IdentityCheck }) {
  const t = useT();
  const { reason, note, decidedBy, decidedAt } = check;
  return (
    <Facts>
      <Fact term={t("columns.customer")}>
        <CustomerLink {...check} />
      </Fact>
      <Fact term={t("columns.state")}>
        <State state={stateOf(check)} />
      </Fact>
      <Fact term={t("columns.handedInAt")}>
        <When at={check.handedInAt} />
      </Fact>
      {decidedAt !== null && (
        <Fact term={t("columns.decidedAt")}>
          <When at={decidedAt} /> {decidedBy}
        </Fact>
      )}
      {reason !== null && (
        <Fact term={t("columns.reason")}>{word("identity:reasons", reason)}</Fact>
      )}
      {note !== "" && <Fact term={t("columns.note")}>{note}</Fact>}
    </Facts>
  );
}
