/** Apps that show the codes, and where they are had. */
const appStore = (id: string) => `https://apps.apple.com/app/${id}`;
const playStore = (id: string) => `https://play.google.com/store/apps/details?id=${id}`;

export const mfaApps = [
  {
    name: "Google Authenticator",
    ios: appStore("google-authenticator/id388497605"),
    android: playStore("com.google.android.apps.authenticator2"),
  },
  {
    name: "Microsoft Authenticator",
    ios: appStore("microsoft-authenticator/id983156458"),
    android: playStore("com.azure.authenticator"),
  },
  {
    name: "2FAS",
    ios: appStore("2fa-authenticator-2fas/id1217793794"),
    android: playStore("com.twofasapp"),
  },
];
