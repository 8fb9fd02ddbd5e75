/** Tells a password manager whose password the form is for. */
export const HiddenUsername = ({ email }: { email: string }) => (
  <input
    className="visually-hidden"
    type="email"
    autoComplete="username"
    value={email}
    readOnly
    tabIndex={-1}
    aria-hidden
  />
);
