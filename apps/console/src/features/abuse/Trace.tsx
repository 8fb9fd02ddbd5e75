import {
  Alert,
  Box,
  Button,
  Group,
  SegmentedControl,
  SimpleGrid,
  Stack,
  TextInput,
} from "@mantine/core";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { IconSearch } from "@turnpike/ui/icons.ts";
import { useT, word } from "../../lib/words.ts";
import { Connections } from "./Connections.tsx";
import { type TraceField, useTrace } from "./use-trace.ts";

const fields: Record<"exit" | "request", readonly TraceField[]> = {
  exit: ["exit", "at", "target", "window", "reason"],
  request: ["connection", "reason"],
};
const names: Partial<Record<TraceField, string>> = { at: "instant", target: "pattern" };

/** Finds who used an exit at an instant. The audit log records who searched, and why. */
export function Trace() {
  const t = useT();
  const trace = useTrace();
  return (
    <>
      <PageHeader title={t("screens.trace.title")} description={t("screens.trace.text")} />
      <Stack gap="md">
        <Panel>
          <form onSubmit={trace.submit} noValidate>
            <Stack gap="md">
              <Group>
                <SegmentedControl
                  aria-label={t("trace.by")}
                  value={trace.by}
                  onChange={trace.setBy}
                  data={[
                    { value: "exit", label: t("trace.byExit") },
                    { value: "request", label: t("trace.byRequest") },
                  ]}
                />
              </Group>
              <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
                {fields[trace.by].map((name) => (
                  <TraceInput key={name} name={name} trace={trace} />
                ))}
              </SimpleGrid>
              {trace.fault && (
                <Alert color="red" role="alert">
                  {trace.fault}
                </Alert>
              )}
              <Group>
                <Button
                  type="submit"
                  loading={trace.busy}
                  leftSection={<IconSearch size={15} aria-hidden />}
                >
                  {t("trace.submit")}
                </Button>
              </Group>
            </Stack>
          </form>
        </Panel>
        {trace.busy && !trace.result && (
          <Box p="md">
            <LineSkeletons lines={4} />
          </Box>
        )}
        {trace.result && <Connections result={trace.result} />}
      </Stack>
    </>
  );
}

const helps: Partial<Record<TraceField, "at" | "window" | "reason" | "target">> = {
  at: "at",
  window: "window",
  reason: "reason",
  target: "target",
};

function TraceInput({ name, trace }: { name: TraceField; trace: ReturnType<typeof useTrace> }) {
  const t = useT();
  const help = helps[name];
  return (
    <TextInput
      label={word("fields", names[name] ?? name)}
      description={help && t(`trace.help.${help}`)}
      inputWrapperOrder={["label", "input", "description", "error"]}
      autoComplete="off"
      spellCheck={name === "reason"}
      {...(name === "window" ? { inputMode: "numeric", placeholder: "60" } : {})}
      {...(name === "at" ? { placeholder: "2026-03-16T09:30:00Z" } : {})}
      value={trace.values[name]}
      error={trace.errors[name]}
      onChange={(event) => trace.set(name, event.currentTarget.value)}
    />
  );
}
