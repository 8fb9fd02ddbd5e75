import { ActionIcon, Button } from "@mantine/core";
import { openOverlay } from "@turnpike/ui/palette/overlay.ts";
import classes from "@turnpike/ui/palette/search-button.module.css";
import { IconSearch } from "@turnpike/ui/icons.ts";
import { useT } from "../../lib/words.ts";
import { paletteKeys } from "./keys.ts";

/** Button that opens the palette; on wide windows it also shows the keyboard shortcut. */
export function SearchButton() {
  const t = useT();
  const shared = { "aria-haspopup": "dialog", onClick: () => openOverlay("palette") } as const;
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
        {t("palette.open")}
      </Button>
      <ActionIcon
        {...shared}
        hiddenFrom="md"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t("palette.open")}
      >
        <IconSearch size={19} />
      </ActionIcon>
    </>
  );
}
