import { ActionIcon, Button } from "@mantine/core";
import { IconSearch } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import classes from "@turnpike/ui/palette/search-button.module.css";
import { paletteKeys } from "./keys.ts";
import { preloadPalette } from "./Overlays.tsx";
import { openOverlay } from "@turnpike/ui/palette/overlay.ts";

/** Opens the palette; shows its keyboard shortcut where there is room. */
export function SearchButton() {
  const { t } = useTranslation("shell");
  const shared = {
    "aria-haspopup": "dialog",
    onClick: () => openOverlay("palette"),
    onPointerEnter: preloadPalette,
    onFocus: preloadPalette,
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
        {t("search")}
      </Button>
      <ActionIcon
        {...shared}
        hiddenFrom="md"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t("search")}
      >
        <IconSearch size={19} />
      </ActionIcon>
    </>
  );
}
