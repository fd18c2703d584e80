import type { EntityKind } from '../kinds/index.ts'

/**
 * Rules by which lines become records and identifiers, numbered by hand for each kind. Installations store the
 * number, and while it stays, an import leaves out lines that came before. A change that makes another record or
 * other identifiers of some line needs another number, so that the next import reads those lines again;
 * `line-rules.test.ts` notices it. The first numbers are the digests that installations stored before numbers were
 * written by hand; after them come `companies-2`, `companies-3` and so on.
 */
const numbers: Readonly<Record<EntityKind, string>> = {
  companies: 'companies-4',
  people: 'people-4',
  postings: 'ccc1db64508f9a30adb9f80ce8425f457cb8dbbefdc600c5b94248f6f243c953',
  posts: '75efdf4b7d9aefa208d7753d2f762a5a4494988b31bd1aab05ace3cb42257ec3',
  news: '9eca32b03fc6fad8ac6e70b0a049a7375de9f5abe5cbe359dbb0bad52ffbd14a',
  comments: '1c43cd59c615666454b17efbae06d8ca0841eae8e7ad9d87c73980aa7871531c',
  reactions: 'cf521d90c5830c2b2887ee80018507077441d075ff31bef4bc7e5d5b5aec7478',
  instruments: '05f0a2780ce76db3dbbe7d72a3dc2193107d5cc130fe00df7f33693b50261ae4',
  hotels: '8d19fb3144e021db0f0864b59e02f3ef33d1d9d80fc44e96c9b3f3497616982f',
  places: '2c0324b676b4a1520b0b9cb469da13dd2785fd97b2080a531d92f4b1ecde41a7',
  listings: '44c7b7f1d584ad06e90eedbd46afed579180e22a8b982ff7098a94a8716ed132',
  flights: '48fc52110a4561ebaa36fa4fb8cf8354c4c54bf4a8643abfefdbe35e6e673bb9',
  accounts: 'e10addd00f316514b6e3d0ae8df051e4b411ceb10693ffdc3f9c66c21611d60c',
  uploads: '77f38133b861b3a74a1bd6e383b767617c47f9475fea214739651fc5d7efe900',
  replies: 'f8d25dcd0d7c4704ec30e900e9d9156e7d06999a40d79c298dae6bb4ea41d667',
}

/** The number of the rules by which lines of a kind become records. */
export const lineRules = (kind: EntityKind): string => numbers[kind]
