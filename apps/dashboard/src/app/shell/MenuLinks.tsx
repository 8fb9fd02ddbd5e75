import { Stack, Text } from "@mantine/core";
import { IconBook, IconExternalLink } from "@turnpike/ui/icons.ts";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { may } from "@turnpike/ui/lib/may.ts";
import { type Place, type PlaceKey, placeOf, places } from "../../lib/places.ts";
import { BrandLinks } from "../../features/sign-in/BrandLinks.tsx";
import { placeIcons } from "../navigation/screen-icons.ts";
import menu from "@turnpike/ui/shell/menu.module.css";
import classes from "./Shell.module.css";

const keys = Object.keys(places) as PlaceKey[];
/** CDKeys are made and redeemed; who may do neither has no use for them. */
const hasUse = (key: PlaceKey) => key !== "cdkey" || may("buy") || may("money");
const sectionsOf = () => [...Map.groupBy(keys.filter(hasUse), (key) => places[key].group)];

/** The menu, by product (spec/dashboard#menu); scrolls the current entry into view. */
export function MenuLinks() {
  const { t } = useTranslation("shell");
  const box = useCurrentInView();
  return (
    <>
      <div className={[menu.links, classes.links].join(" ")} ref={box}>
        <Stack className={classes.sections ?? ""}>
          {sectionsOf().map(([section, entries]) => (
            <Stack key={section} gap={0}>
              {section !== "overview" && (
                <Text fz="xs" fw={600} c="dimmed" px="sm" py={4} lh={1.2}>
                  {t(`sections.${section}`)}
                </Text>
              )}
              {entries.map((key) => (
                <Entry key={key} place={key} />
              ))}
            </Stack>
          ))}
        </Stack>
      </div>
      <div className={classes.foot}>
        <a className={menu.link} href="/docs" target="_blank" rel="noopener">
          <IconBook size={18} aria-hidden />
          <span>{t("docs")}</span>
          <IconExternalLink size={14} aria-hidden />
        </a>
        <BrandLinks />
      </div>
    </>
  );
}

/** A menu entry, and below it those of its screens that people look for by name. */
function Entry(props: { place: PlaceKey }) {
  const { t } = useTranslation("shell");
  const { pathname } = useLocation();
  const place: Place = places[props.place];
  const Icon = placeIcons[props.place];
  const entries = place.entries ?? [];
  const isHere = placeOf(pathname) === props.place;
  const hasOwn = entries.some(({ to }) => to === pathname);
  return (
    <>
      <Link
        to={place.to}
        className={menu.link ?? ""}
        {...(isHere ? { "aria-current": hasOwn ? "true" : "page" } : {})}
      >
        <Icon size={18} aria-hidden />
        <span>{t(`places.${props.place}`)}</span>
      </Link>
      {entries.map(({ word, to }) => (
        <Link
          key={word}
          to={to}
          className={[menu.link, classes.sub].join(" ")}
          {...(to === pathname ? { "aria-current": "page" } : {})}
        >
          <span>{t(`entries.${word}`)}</span>
        </Link>
      ))}
    </>
  );
}

/** Scrolls only the menu: `scrollIntoView` would move the page too while the menu is closed. */
function useCurrentInView() {
  const ref = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    // In the next frame, which computes the layout anyway: avoids a second layout.
    const frame = requestAnimationFrame(() => {
      const box = ref.current;
      const entry = box?.querySelector<HTMLElement>('[aria-current="page"]');
      if (!box || !entry) return;
      const [seen, wanted] = [box.getBoundingClientRect(), entry.getBoundingClientRect()];
      const outside = wanted.top < seen.top || wanted.bottom > seen.bottom;
      if (outside) box.scrollTop += wanted.top - seen.top - (seen.height - wanted.height) / 2;
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
  return ref;
}
