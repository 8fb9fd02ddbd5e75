import { Group, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { tabPath, type Part, partsOf, type Tab, locatePath } from "../../lib/places.ts";
import classes from "./place.module.css";

/**
 * The head of a screen: the name of its menu entry, the entry's tabs, the screens of the open tab,
 * and a description. All but the description are derived from the URL.
 */
export function PlaceHeader(props: {
  description?: ReactNode;
  actions?: ReactNode;
  /** Less space below, for a screen that fits the window. */
  dense?: boolean;
}) {
  const { t } = useTranslation("shell");
  const { pathname, search } = useLocation();
  const { key, place, tab, part } = locatePath(pathname, search);
  const name = key ? t(`places.${key}`) : "";
  const tabs = place?.tabs ?? [];
  const parts = tab ? partsOf(tab) : [];
  return (
    <div className={classes.head} data-dense={props.dense || undefined}>
      <div className={classes.top}>
        <Title order={1}>{name}</Title>
        {props.actions && (
          <Group gap="xs" className={classes.actions ?? ""}>
            {props.actions}
          </Group>
        )}
      </div>
      {tabs.length > 0 && (
        <div className={classes.bar}>
          <nav className={classes.tabs} aria-label={t("tabsOf", { place: name })}>
            {tabs.map((one) => (
              <TabLink key={one.word} tab={one} current={one === tab} part={part} />
            ))}
          </nav>
          {tab && parts.length > 0 && (
            <nav
              className={classes.parts}
              aria-label={t("partsOf", { tab: t(`tabs.${tab.word}`) })}
            >
              {parts.map((one) => (
                <Link key={one.word} to={one.to} {...(one === part ? here : {})}>
                  {t(`parts.${one.word}`)}
                </Link>
              ))}
            </nav>
          )}
        </div>
      )}
      {props.description && (
        <Text c="dimmed" maw="76ch">
          {props.description}
        </Text>
      )}
    </div>
  );
}

const here = { "aria-current": "page" } as const;

function TabLink(props: { tab: Tab; current: boolean; part: Part | undefined }) {
  const { t } = useTranslation("shell");
  const { tab, current, part } = props;
  return (
    <Link to={tabPath(tab, part)} {...(current ? here : {})}>
      {t(`tabs.${tab.word}`)}
    </Link>
  );
}
