/** Acts on lists that were bought from wholesalers, and on modems. */
import { Alert, List, Stack, Text, Textarea } from "@mantine/core";
import type { OwnInput } from "@turnpike/ui/act/act.ts";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { useState } from "react";
import type { CallInput, CallResult, Item } from "../../lib/call.ts";
import { useT, word } from "../../lib/words.ts";
import type { Act, AnyAct, Field } from "../../parts/act/act.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { ChooseFile } from "../../parts/ChooseFile.tsx";

type Given = CallInput<"exitListPreview">;
type Imported = CallResult<"exitListImport">;

const SHOWN = 10;
const option = (value: string, label = value) => ({ value, label });

const listFields = (): Field[] => [
  {
    name: "product",
    kind: "select",
    options: ["static", "short", "pool"].map((one) => option(one, word("products", one))),
  },
  { name: "how", kind: "select", options: [option("http", "HTTP"), option("socks5", "SOCKS5")] },
  { name: "country", words: "countryCode", kind: "text", maxLength: 2 },
  { name: "city", kind: "text", optional: true, maxLength: 60 },
  { name: "isp", kind: "text", optional: true, maxLength: 80 },
  { name: "provenance", kind: "text", maxLength: 200 },
  { name: "until", words: "paidUntil", kind: "day", optional: true },
  { name: "name", words: "listName", kind: "text", optional: true, maxLength: 40 },
  { name: "url", words: "listUrl", kind: "text", optional: true, maxLength: 2_000 },
  {
    name: "text",
    words: "listLines",
    kind: "own",
    optional: true,
    when: ({ url = "" }) => url.trim() === "",
    show: (input) => <Lines {...input} />,
  },
];

/** Reads a list and asks its proxies; what is found can then be imported. */
export function importListAct(): Act<"exitListPreview"> {
  let given = {} as Given;
  return {
    call: "exitListPreview",
    fields: listFields(),
    toInput: (values) => {
      given = values as Given;
      return given;
    },
    result: (found) => <Found found={found} given={given} />,
  };
}

const applyAct = (given: Given): Act<"exitListImport"> => ({
  call: "exitListImport",
  name: given.name ?? "",
  fixed: given,
  result: (answer) => <Outcome answer={answer} />,
});

/** What can be done with a list. */
export function listActs({ name, hasUrl, endsOn }: Item<"exitLists">): AnyAct[] {
  const sync: Act<"exitListSync"> = {
    call: "exitListSync",
    name,
    fixed: { name },
    result: (answer) => <Outcome answer={answer} />,
  };
  const end: Act<"exitListEnd"> = {
    call: "exitListEnd",
    name,
    fixed: { name },
    fields: [
      { name: "until", words: "paidUntil", kind: "day", optional: true, initial: endsOn ?? "" },
    ],
  };
  return hasUrl ? [sync, end] : [end];
}

/** Calls a modem's link. */
export const rotateAct = (modem: string, name: string): Act<"modemRotate"> => ({
  call: "modemRotate",
  name,
  fixed: { modem },
});

/** Lines, typed or from a file. */
function Lines({ label, value, error, onChange }: OwnInput) {
  const [fault, setFault] = useState("");
  return (
    <Stack gap="xs">
      <Textarea
        label={label}
        placeholder="203.0.113.10:8080:user:password"
        minRows={4}
        maxRows={10}
        autosize
        spellCheck={false}
        value={value}
        error={error ?? fault}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <ChooseFile accept=".txt,.csv,text/*" onText={onChange} onFault={setFault} />
    </Stack>
  );
}

function Found({ found, given }: { found: CallResult<"exitListPreview">; given: Given }) {
  const t = useT();
  const counts = { found: formatNumber(found.found), known: formatNumber(found.known) };
  return (
    <Stack gap="sm">
      <Text fw={600}>{t("lists.found", counts)}</Text>
      <Elsewhere count={found.elsewhere} />
      <Faults {...found} />
      <div>
        <ActButton variant="filled" act={applyAct({ ...given, name: found.name })} />
      </div>
    </Stack>
  );
}

function Outcome({ answer }: { answer: Imported }) {
  const t = useT();
  const { added, changed, retired, leaving } = answer;
  const texts = {
    added: formatNumber(added),
    changed: formatNumber(changed),
    retired: formatNumber(retired),
    leaving: formatNumber(leaving),
  };
  return (
    <Stack gap="sm">
      <Text fw={600}>{t("lists.done", texts)}</Text>
      <Elsewhere count={answer.elsewhere} />
      <Faults {...answer} />
    </Stack>
  );
}

function Elsewhere({ count }: { count: number }) {
  const t = useT();
  if (count === 0) return null;
  return (
    <Alert color="yellow">{t("lists.elsewhere", { count, number: formatNumber(count) })}</Alert>
  );
}

function Faults({ failed, failedCount }: Pick<Imported, "failed" | "failedCount">) {
  const t = useT();
  if (failedCount === 0) return null;
  return (
    <div>
      <Text>{t("lists.failed", { count: failedCount, number: formatNumber(failedCount) })}</Text>
      <List size="sm" listStyleType="none">
        {failed.slice(0, SHOWN).map(({ line, text }) => (
          <List.Item key={`${line} ${text}`}>{`${t("import.line", { line })}: ${text}`}</List.Item>
        ))}
      </List>
    </div>
  );
}
