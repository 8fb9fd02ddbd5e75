import { Kbd, Modal, SimpleGrid, Stack, Switch, Text, Title } from "@mantine/core";
import { Fragment, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { customerScreens } from "../navigation/screen-icons.ts";
import { goKeys, paletteKeys, singleKeys } from "./keys.ts";
import classes from "./shortcuts.module.css";

const goes = Object.entries(goKeys);

/** The list of shortcuts, and the switch for single-key shortcuts. */
export function Shortcuts(props: { onClose: () => void }) {
  const { t } = useTranslation(["palette", "shell", "ui"]);
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
          <GoKeys on={on} />
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

/** The screens that "g" and a letter open. */
function GoKeys({ on }: { on: boolean }) {
  const { t } = useTranslation("shell");
  return (
    <SimpleGrid
      component="dl"
      className={classes.keys}
      cols={{ base: 1, sm: 2 }}
      spacing="xl"
      verticalSpacing={0}
    >
      {customerScreens.map(({ path, title }) => {
        const letter = goes.find(([, to]) => to === path)?.[0];
        // Screens under a product's other tabs have no key of their own.
        if (letter === undefined) return null;
        return (
          <Shortcut key={path} keys={["g", letter]} meaning={t(`titles.${title}`)} off={!on} />
        );
      })}
    </SimpleGrid>
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
