import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { IconLock } from "@turnpike/ui/icons.ts";
import { useBrand } from "@turnpike/ui/lib/brand.ts";
import { type ReactNode, useEffect } from "react";
import { useCanCall, useMe } from "../../lib/me.ts";
import { useT, word } from "../../lib/words.ts";
import type { Screen } from "../navigation/screens.ts";

/** Renders a screen if the role may see it, and sets the window title. */
export function Permitted({ screen, children }: { screen: Screen; children: ReactNode }) {
  const t = useT();
  const me = useMe();
  const canCall = useCanCall();
  const { name } = useBrand();
  const title = word("screens", `${screen.name}.title`);
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
  if (canCall(screen.needs)) return children;
  const role = word("roles", me?.role ?? "");
  return (
    <EmptyState
      icon={<IconLock size={22} />}
      title={t("notPermitted.title")}
      text={t("notPermitted.text", { role })}
    />
  );
}
