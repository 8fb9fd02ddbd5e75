import { Kbd, Modal, SimpleGrid, Stack, Switch, Text, Title } from "@mantine/core";
import { Fragment, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { paletteKeys, singleKeys } from "./keys.ts";
import classes from "./shortcuts.module.css";

/** A screen that "g" and a letter open. */
export interface GoKey {
  letter: string;
  title: string;
}

/** The list of shortcuts, and the switch for single-key shortcuts. */
export function Shortcuts(props: { goes: readonly GoKey[]; onClose: () => void }) {
  const { t } = useTranslation(["palette", "ui"]);
  const [opened, setOpened] = useState(true);
  const [on, setOn] = useState(singleKeys.on);
  const turn = (next: boolean) => {
    singleKeys.set(next);
    setOn(next);
  };
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={props.onClose}
      title={t("keys.title")}
      size="lg"
      closeButtonProps={{ "aria-label": t("ui:close") }}
    >
      <Stack gap="lg">
        <dl className={classes.keys}>
          <Shortcut keys={paletteKeys} meaning={t("keys.palette")} />
          <Shortcut keys={["/"]} meaning={t("keys.search")} off={!on} />
          <Shortcut keys={["?"]} meaning={t("keys.sheet")} off={!on} />
          <Shortcut keys={["Del"]} meaning={t("keys.delete")} />
          <Shortcut keys={["Esc"]} meaning={t("keys.close")} />
        </dl>
        <div>
          <Title order={2} size="h4" mb={4}>
            {t("keys.go")}
          </Title>
          <Text c="dimmed" fz="sm" mb="xs">
            {t("keys.goHelp")}
          </Text>
          <SimpleGrid
            component="dl"
            className={classes.keys}
            cols={{ base: 1, sm: 2 }}
            spacing="xl"
            verticalSpacing={0}
          >
            {props.goes.map(({ letter, title }) => (
              <Shortcut key={letter} keys={["g", letter]} meaning={title} off={!on} />
            ))}
          </SimpleGrid>
        </div>
        <Switch
          label={t("keys.switch")}
          description={t("keys.switchHelp")}
          checked={on}
          onChange={(event) => turn(event.currentTarget.checked)}
        />
      </Stack>
    </Modal>
  );
}

function Shortcut(props: { keys: readonly string[]; meaning: ReactNode; off?: boolean }) {
  return (
    <div className={classes.key} data-off={props.off || undefined}>
      <dt>{props.meaning}</dt>
      <dd>
        {props.keys.map((key, at) => (
          <Fragment key={key}>
            {at > 0 && " "}
            <Kbd size="sm">{key}</Kbd>
          </Fragment>
        ))}
      </dd>
    </div>
  );
}
