import { Anchor, Text } from "@mantine/core";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import classes from "./access.module.css";

const targets = {
  links: "/cli/api-extract",
  ports: "/cli/api-white-model",
  keys: "/cli/setting?tab=developers",
} as const;

/** Ways for programs to do without the dashboard, and where each is set up. */
export function ApiPanel(props: { offers: readonly (keyof typeof targets)[] }) {
  const { t } = useTranslation("access");
  return (
    <Panel title={t("api.title")}>
      <ul className={classes.rows}>
        {props.offers.map((offer) => (
          <li key={offer}>
            <Text fz="sm" c="dimmed" flex="1 1 14rem">
              {t(`api.${offer}.help`)}
            </Text>
            <Anchor component={Link} to={targets[offer]} fz="sm" fw={550}>
              {t(`api.${offer}.open`)}
            </Anchor>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
