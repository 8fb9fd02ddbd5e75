import { IconBrandGithub, IconBrandGoogle, IconBrandLinkedin } from "@tabler/icons-react";
import type { Provider } from "@turnpike/contract/identity.ts";

const marks = { google: IconBrandGoogle, github: IconBrandGithub, linkedin: IconBrandLinkedin };

/** By what one knows a provider at a glance. */
export function ProviderMark({ provider }: { provider: Provider }) {
  const Mark = marks[provider];
  return <Mark size={20} aria-hidden />;
}
