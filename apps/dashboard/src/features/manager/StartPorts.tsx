import { Button, Group, Loader, Stack, Text } from "@mantine/core";
import type { LocalPort } from "@turnpike/contract/manager.ts";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { BatchOutcomes } from "../../ui/batch/BatchOutcomes.tsx";
import type { LocalPortTarget } from "./local-port-target.ts";
import { localAddress } from "./local-port.ts";
import classes from "./manager.module.css";
import { NoManager } from "./NoManager.tsx";
import { StartNumber, DEFAULT_START_COUNT } from "./StartNumber.tsx";
import { useManager } from "./use-manager.ts";
import { type StartBatch, useStart } from "./use-start.ts";

interface StartProps {
  targets: readonly LocalPortTarget[];
  note: ReactNode;
  listPath: string;
  onClose: () => void;
}

/**
 * Starts the ports as soon as the manager answers, and shows their addresses; with many selected,
 * it first asks how many to start.
 */
export function StartPorts(props: StartProps) {
  const { targets, onClose } = props;
  const [confirmed, setConfirmed] = useState(() =>
    targets.length > DEFAULT_START_COUNT ? null : targets,
  );
  if (confirmed) return <StartingPorts {...props} targets={confirmed} />;
  const start = (number: number) => setConfirmed(targets.slice(0, number));
  return <StartNumber chosen={targets.length} onStart={start} onClose={onClose} />;
}

function StartingPorts(props: StartProps) {
  const { t } = useTranslation("manager");
  const { targets } = props;
  const manager = useManager();
  const starting = useStart(manager.port);
  const available = manager.status !== undefined;
  const { started, start } = starting;
  useEffect(() => {
    if (available && !started) start(targets);
  }, [available, started, start, targets]);
  if (started) return <StartOutcomes {...props} starting={starting} />;
  if (manager.missing === null) {
    return (
      <Group component="output" gap="xs" py="md">
        <Loader size="xs" aria-hidden />
        <Text fz="sm">{t("use.looking")}</Text>
      </Group>
    );
  }
  return (
    <Stack gap={0}>
      <NoManager why={manager.missing} manager={manager} />
      <Text fz="sm" c="dimmed" ta="center">
        {t("use.waits")}
      </Text>
    </Stack>
  );
}

function StartOutcomes(props: StartProps & { starting: StartBatch }) {
  const { t } = useTranslation("manager");
  const { starting } = props;
  const done = Object.values(starting.outcomes).flatMap((one) => (one.done ? one.answer : []));
  return (
    <Stack gap="md">
      <Text fz="sm" c="dimmed">
        {t("use.help")}
      </Text>
      {props.note}
      <BatchOutcomes<LocalPort, LocalPortTarget>
        batch={starting}
        name={(target) => (target.ip ? `${target.name} · ${target.ip}` : target.name)}
        result={(_lead, port) => <Address port={port} />}
        actions={
          done.length > 0 && (
            <>
              <CopyButton
                text
                variant="filled"
                size="sm"
                value={done.map((port) => `${localAddress(port)}\n`).join("")}
                label={t("list.copyAll")}
              />
              <Button component={Link} to={props.listPath} variant="light" onClick={props.onClose}>
                {t("use.show")}
              </Button>
            </>
          )
        }
      />
    </Stack>
  );
}

function Address({ port }: { port: LocalPort }) {
  const { t } = useTranslation("manager");
  const address = localAddress(port);
  return (
    <span className={classes.copied}>
      <span className={`${classes.mono ?? ""} ${classes.made ?? ""}`}>{address}</span>
      <CopyButton value={address} label={t("list.copyOne", { address })} />
    </span>
  );
}
