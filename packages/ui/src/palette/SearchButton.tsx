import { ActionIcon, Button } from "@mantine/core";
import { IconSearch } from "../icons.ts";
import { useTranslation } from "react-i18next";
import classes from "./search-button.module.css";
import { paletteKeys } from "./keys.ts";
import { openOverlay } from "./overlay.ts";

/** Opens the palette; shows its keyboard shortcut where there is room. */
export function SearchButton({ preload }: { preload: () => void }) {
  const { t } = useTranslation("ui");
  const shared = {
    "aria-haspopup": "dialog",
    onClick: () => openOverlay("palette"),
    onPointerEnter: preload,
    onFocus: preload,
  } as const;
  return (
    <>
      <Button
        {...shared}
        visibleFrom="md"
        variant="default"
        size="xs"
        className={classes.search ?? ""}
        leftSection={<IconSearch size={15} aria-hidden />}
        rightSection={<kbd className={classes.kbd}>{paletteKeys.join(" ")}</kbd>}
        aria-keyshortcuts={paletteKeys[0] === "⌘" ? "Meta+K" : "Control+K"}
      >
        {t("shell.search")}
      </Button>
      <ActionIcon
        {...shared}
        hiddenFrom="md"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t("shell.search")}
      >
        <IconSearch size={19} />
      </ActionIcon>
    </>
  );
}
