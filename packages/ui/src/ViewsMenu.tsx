import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput } from "@mantine/core";
import { IconBookmark, IconCheck, IconChevronDown, IconTrash } from "./icons.ts";
import { type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { maxViewName, useSavedViews, type ViewsOf } from "./saved-views.ts";
import classes from "./ViewsMenu.module.css";

/** Shows, saves and removes named views of a table: filters, sort order, columns and page size. */
export function ViewsMenu(props: ViewsOf) {
  const { t } = useTranslation("ui");
  const [opened, setOpened] = useState(false);
  const saved = useSavedViews(props);
  const { views, current, query } = saved;
  const show = (next: string) => {
    setOpened(false);
    saved.show(next);
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      shadow="md"
      width={280}
      trapFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconBookmark size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setOpened(!opened)}
        >
          {current?.name ?? t("views.open")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("views.title")}>
        <Stack gap={2} component="ul" className={classes.list ?? ""}>
          <View name={t("views.all")} chosen={query === ""} onShow={() => show("")} />
          {views.map((view) => (
            <View
              key={view.name}
              name={view.name}
              chosen={view === current}
              onShow={() => show(view.query)}
              onRemove={() => saved.remove(view.name)}
            />
          ))}
        </Stack>
        <SaveView canSave={query !== "" && !current} onSave={saved.save} />
      </Popover.Dropdown>
    </Popover>
  );
}

function View(props: { name: string; chosen: boolean; onShow: () => void; onRemove?: () => void }) {
  const { t } = useTranslation("ui");
  const { name, chosen } = props;
  return (
    <Group component="li" gap={2} wrap="nowrap">
      <button
        type="button"
        className={classes.view}
        aria-current={chosen || undefined}
        onClick={props.onShow}
      >
        <span className={classes.name}>{name}</span>
        {chosen && <IconCheck size={15} aria-hidden />}
      </button>
      {props.onRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t("views.remove", { name })}
          onClick={props.onRemove}
        >
          <IconTrash size={15} />
        </ActionIcon>
      )}
    </Group>
  );
}

/** Saves the current state under a name; if nothing was changed, explains what to do first. */
function SaveView(props: { canSave: boolean; onSave: (name: string) => void }) {
  const { t } = useTranslation("ui");
  const [name, setName] = useState("");
  const trimmedName = name.trim();
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    // React bubbles events out of portals into a form around them.
    event.stopPropagation();
    if (trimmedName === "") return;
    props.onSave(trimmedName);
    setName("");
  };
  if (!props.canSave) {
    return (
      <Text fz="xs" c="dimmed" className={classes.foot ?? ""}>
        {t("views.help")}
      </Text>
    );
  }
  return (
    <form onSubmit={save} className={classes.foot}>
      <Group gap={6} wrap="nowrap">
        <TextInput
          size="xs"
          flex={1}
          aria-label={t("views.name")}
          placeholder={t("views.name")}
          maxLength={maxViewName}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button size="xs" type="submit" disabled={trimmedName === ""}>
          {t("views.save")}
        </Button>
      </Group>
    </form>
  );
}
