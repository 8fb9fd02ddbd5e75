/**
 * Passwords that attackers try first. spec/sign-in#credentials would accept them at registration (a
 * letter first, 8-20 characters), but such an account falls to the first hundred guesses.
 */

/** Refused exactly as listed, in any case: very common passwords with symbols or digits. */
const exact = words(`
  p@ssw0rd p@ssword q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qazwsxedc qazwsxedcrfv asdf1234 asdfg123
  qwer1234 qwerty1234 trustno1 letmein1 welcome1 jordan23 blink182 abc12345 abcd1234 abcde123
  abc123456 aa123456 a1234567 a12345678 a123456789 q1234567 q12345678 asd123456 qaz123456 qwe123456
  qwe12345 zxc12345 zxc123456 woaini1314 woaini520 iloveyou2 monkey12 master12 shadow12 dragon12
  charlie1 michael1 anthony1 rangers1 scooter1 iloveyou1 admin123 admin1234
  admin12345 root1234 test1234 test12345 user1234 guest123 pass1234 pass12345 love1234
`);

/** Refused with any digits and symbols appended. */
const stems = words(`
  password passwords passwort motdepasse contrasena parola matkhau mypassword thepassword
  newpassword yourpassword changeme letmein welcome iloveyou ilovegod ilovejesus iloveme loveyou
  lovelove sunshine princess football baseball basketball superman superstar batman spiderman
  starwars whatever michelle jennifer jessica computer internet liverpool manchester chelsea arsenal
  barcelona realmadrid juventus mercedes corvette ferrari porsche mustang chocolate butterfly
  elizabeth christian christopher alexander alexandra anthony daniel danielle jonathan maverick
  midnight mountain november december september october samantha steelers victoria wildcats babygirl
  babyboy garfield rangers scooter passport administrator adminadmin rootroot guestguest testtest
  useruser passpass master dragon monkey shadow killer pokemon charlie freedom trustno nintendo
  playstation minecraft fortnite warcraft starcraft counterstrike skywalker darthvader gandalf
  hogwarts harrypotter voldemort hellokitty mickeymouse scoobydoo snoopy tinkerbell cinderella
  strawberry blueberry cheesecake pineapple watermelon banana cookie cookies brownie jellybean
  peanutbutter honeybee sweetheart sweetpea beautiful handsome forever beloved dolphin elephant kitten puppies tigger tweety ladybug dragonfly butterflies wolverine panther firebird thunder thunderbird lightning hurricane tornado blizzard snowball snowflake sunflower
  rainbow moonlight starlight sunrise sunset summertime springtime winter summer autumn spring
  monday tuesday wednesday thursday friday saturday sunday january february march april
  washington california australia america canada germany england scotland ireland brasil brazil
  argentina colombia portugal pakistan indonesia philippines malaysia vietnam singapore
  newyork london paris berlin moscow toronto sydney melbourne chicago boston dallas denver
  jordan michael matthew joshua andrew thomas robert william richard charles joseph patrick
  benjamin nicholas sebastian gabriel santiago alejandro fernando francisco leonardo ricardo
  stephanie stephen katherine catherine kimberly margaret isabella veronica valentina gabriela
  nathalie caroline charlotte patricia christina cristina rebecca melissa amanda ashley brittany
  heather nicole vanessa jasmine natasha vladimir anastasia ekaterina aleksandr dmitriy
  marlboro heineken budweiser guinness cocacola pepsi snickers metallica nirvana slipknot
  greenday linkinpark beatles rollingstones ledzeppelin pinkfloyd eminem shakira justinbieber
  onedirection
  yankees redsox cowboys packers patriots raiders broncos dolphins eagles lakers celtics bulldogs
  hockey soccer tennis cricket volleyball softball skateboard snowboard motorcycle mechanic
  soldier marines airforce military veteran america security secret secrets private access
  login signin manager director business company service support customer account accounts
  default temporary temppass testing tester example sample database server system network
  microsoft windows google facebook instagram youtube twitter linkedin samsung android iphone
  apple macintosh linux ubuntu oracle cisco letmeinnow openup opensesame abracadabra
  jesuschrist jesus heaven blessed blessing angels angel princesa tequiero teamo estrella mariposa
  corazon carolina bonjour soleil doudou chouchou marseille azerty azertyui azertyuiop qwertz
  hallohallo schatz schalke borussia sommer ficken frankfurt privet lyubov solnce nastya marina
  woaini woaiwojia anhyeuem emyeuanh nguyen viettel fuckyou fuckoff fuckme bullshit asshole
  proxy proxies residential
`);

/** Keyboard walks, the alphabet and the digits; each in both directions. */
const walks = [
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "azertyuiop",
  "qsdfghjklm",
  "qwertzuiop",
  "yxcvbnm",
  "1234567890",
  "abcdefghijklmnopqrstuvwxyz",
  "1qaz2wsx3edc4rfv5tgb6yhn",
  "qazwsxedcrfvtgbyhn",
  "qweasdzxc",
].flatMap((walk) => [walk, [...walk].reverse().join("")]);

const WALK_LEAST = 3;
const KINDS = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/];

/**
 * Returns whether a password is a common one, compared case-insensitively: well-known words with
 * digits and symbols appended, keyboard walks, repetitions, the e-mail's own name, the provider's. One with three
 * or more kinds of characters is refused only if listed exactly: it nearly meets the settings'
 * stricter rule (spec/sign-in#credentials).
 */
export function isCommonPassword(text: string, { email = "", brand = "" } = {}): boolean {
  const low = text.toLowerCase();
  if (exact.has(low) || stems.has(low)) return true;
  if (KINDS.filter((kind) => kind.test(text)).length > 2) return false;
  const stem = withoutTail(low);
  return (
    stems.has(stem) || isRepeat(low) || isWalk(low) || isOwnName(stem, email) || isBrand(low, brand)
  );
}

/** Removes trailing digits and symbols. */
const withoutTail = (low: string) => low.replace(/[^a-z]+$/, "");

/** `aaaaaaaa`, `abababab`, `abcabcabc`: up to four characters, repeated. */
const isRepeat = (low: string) => /^(.{1,4}?)\1+.{0,2}$/.test(low) && new Set(low).size <= 4;

/** Only pieces of keyboard walks, such as `qwertyuiop`, `asdfzxcv`, `abcd123456`. */
function isWalk(low: string): boolean {
  let at = 0;
  while (at < low.length) {
    const length = walkFrom(low, at);
    if (length < WALK_LEAST) return false;
    at += length;
  }
  return true;
}

/** Returns the length of the longest piece of a walk that starts at `at`. */
function walkFrom(low: string, at: number): number {
  let length = 0;
  const onOne = (piece: string) => walks.some((walk) => walk.includes(piece));
  while (at + length < low.length && onOne(low.slice(at, at + length + 1))) length++;
  return length;
}

/** The part before the e-mail's `@` if it has at least four letters, ignoring trailing symbols. */
function isOwnName(stem: string, email: string): boolean {
  const own = withoutTail(email.toLowerCase().split("@")[0] ?? "");
  return own.length >= 4 && stem === own;
}

/** The provider's name or its first word, and what is not a letter. */
function isBrand(low: string, brand: string): boolean {
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}]/gu, "");
  const own = [brand, brand.trim().split(/\s+/)[0] ?? ""].map(letters);
  return own.some((name) => name.length >= 4 && letters(low) === name);
}

function words(text: string): Set<string> {
  return new Set(text.split(/\s+/).filter(Boolean));
}
