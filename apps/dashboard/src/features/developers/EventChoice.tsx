import { Anchor, Checkbox, Input, Radio, SimpleGrid, Stack, Text } from "@mantine/core";
import type { OwnInput } from "@turnpike/ui/act/act.ts";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import classes from "./developers.module.css";
import { ALL } from "./webhook-form.ts";
import { type EventGroup, eventGroups, eventsOf } from "./webhook-text.ts";

/** Chooses a webhook's events: all, or only the selected ones. */
export function EventChoice({ label, value, error, onChange }: OwnInput) {
  const { t } = useTranslation("webhooks");
  const all = value === ALL;
  return (
    <Stack gap="xs">
      <Radio.Group
        label={label}
        value={all ? "all" : "some"}
        onChange={(choice) => onChange(choice === "all" ? ALL : "")}
      >
        <Stack gap={8} mt={6}>
          <Radio value="all" label={t("form.all")} description={t("form.allHelp")} />
          <Radio value="some" label={t("form.some")} />
        </Stack>
      </Radio.Group>
      {!all && (
        <Checkbox.Group
          value={value.split(",").filter(Boolean)}
          onChange={(ticked) => onChange(ticked.join())}
          aria-label={t("form.some")}
        >
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" className={classes.events ?? ""}>
            {eventGroups.map((group) => (
              <Group key={group} group={group} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      )}
      {error && <Input.Error>{error}</Input.Error>}
    </Stack>
  );
}

function Group({ group }: { group: EventGroup }) {
  const { t } = useTranslation("webhooks");
  const titleId = useId();
  return (
    <Stack gap={8} role="group" aria-labelledby={titleId}>
      <Text id={titleId} fz="xs" fw={600} c="dimmed">
        {t(`groups.${group}`)}
      </Text>
      {eventsOf(group).map((event) => (
        <Checkbox
          key={event}
          value={event}
          label={<span className={classes.mono}>{event}</span>}
          description={t(`events.${event}`)}
        />
      ))}
      {group === "alerts" && (
        <Text fz="xs" c="dimmed">
          {t("form.alertsHelp")}{" "}
          <Anchor component={Link} to="/cli/setting?tab=alerts" target="_blank" underline="always">
            {t("form.toAlerts")}
          </Anchor>
        </Text>
      )}
    </Stack>
  );
}
