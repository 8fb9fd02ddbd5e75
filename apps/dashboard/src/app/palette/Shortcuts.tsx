import { Shortcuts as SharedShortcuts } from "@turnpike/ui/palette/Shortcuts.tsx";
import { useTranslation } from "react-i18next";
import { customerScreens } from "../navigation/screen-icons.ts";
import { goKeys } from "./go-keys.ts";

const letters = Object.entries(goKeys);

/** The list of shortcuts; screens under a product's other tabs have no key of their own. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("shell");
  const goes = customerScreens.flatMap(({ path, title }) => {
    const letter = letters.find(([, to]) => to === path)?.[0];
    return letter === undefined ? [] : [{ letter, title: t(`titles.${title}`) }];
  });
  return <SharedShortcuts goes={goes} onClose={onClose} />;
}
