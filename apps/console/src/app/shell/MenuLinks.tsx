import { Stack, Text } from "@mantine/core";
import { NavLink } from "react-router";
import { useCanCall } from "../../lib/me.ts";
import { useT, word } from "../../lib/words.ts";
import { menuFor } from "../navigation/screens.ts";
import menu from "@turnpike/ui/shell/menu.module.css";
import classes from "./Shell.module.css";

/** The menu: the screens a role may see, by section. */
export function MenuLinks() {
  useT();
  const canCall = useCanCall();
  return (
    <div className={[menu.links, classes.links].join(" ")}>
      <Stack gap={10}>
        {menuFor(canCall).map(([section, screens]) => (
          <Stack key={section} gap={0}>
            {section !== "home" && (
              <Text fz="xs" fw={600} c="dimmed" px={10} py={4} lh={1.2}>
                {word("sections", section)}
              </Text>
            )}
            {screens.map(({ path, name, icon: Icon }) => (
              <NavLink
                key={path}
                to={path}
                end={path === "/"}
                className={[menu.link, classes.link].join(" ")}
              >
                <Icon size={17} aria-hidden />
                <span>{word("screens", `${name}.title`)}</span>
              </NavLink>
            ))}
          </Stack>
        ))}
      </Stack>
      {/* The console is the operator's: it says which program this is. */}
      <Text fz="xs" c="dimmed" px={10} pt="md">
        Turnpike
      </Text>
    </div>
  );
}
