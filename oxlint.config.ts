import type { OxlintConfig } from 'oxlint'

type OxlintOverride = NonNullable<OxlintConfig['overrides']>[number]

/** Layers from the bottom up: each may import those before it. A slice of one marked so is entered by its index.ts. */
const layers = [
  { name: 'store', hasSlices: true },
  { name: 'operation', hasSlices: false },
  { name: 'platform', hasSlices: true },
  { name: 'corpus', hasSlices: true },
  { name: 'sources', hasSlices: true },
  { name: 'capabilities', hasSlices: true },
  { name: 'surfaces', hasSlices: true },
  { name: 'cli', hasSlices: false },
]
/** The composition root and its parts, above all layers. */
const root = ['**/main.ts', '**/stores.ts', '**/config.ts']

const oneWay = 'Imports point one way, and a slice is entered through its index.ts; see ARCHITECTURE.md.'
const onlyOutbound = 'Network requests go through platform/outbound only.'

/** Modules that make requests. A server is no request. */
const requests = [
  {
    group: ['undici', 'axios', 'got', 'node-fetch', 'https', 'node:https', 'http2', 'node:http2'],
    message: onlyOutbound,
  },
  { group: ['http', 'node:http'], importNames: ['get', 'request'], message: onlyOutbound },
  {
    group: ['net', 'node:net', 'tls', 'node:tls'],
    importNames: ['connect', 'createConnection'],
    message: onlyOutbound,
  },
]

const within = (name: string) => [`**/${name}/*/*`, `!**/${name}/*/index.ts`]
const whole = (name: string) => `**/${name}/**`

/** What files of a layer may not import: insides of slices below it, everything above it. */
function banned(name: string): string[] {
  const place = layers.findIndex((layer) => layer.name === name)
  // Surfaces see the kernel alone.
  if (name === 'surfaces')
    return [
      ...layers
        .filter((layer) => !['operation', name].includes(layer.name))
        .map((layer) => whole(layer.name)),
      ...root,
    ]
  const below = layers.slice(0, place).filter(({ hasSlices }) => hasSlices)
  const above = layers.slice(place + 1)
  const roots = name === 'cli' ? [] : root
  return [
    ...below.flatMap((layer) => within(layer.name)),
    ...above.map((layer) => whole(layer.name)),
    ...roots,
  ]
}

/** Rules of a folder; of several that match a file the last one holds, so each has all. */
function imports(files: string[], group: string[], mayRequest = false) {
  const patterns = [{ group, message: oneWay }, ...(mayRequest ? [] : requests)]
  const rule: ['error', { patterns: typeof patterns }] = ['error', { patterns }]
  return { files, rules: { 'no-restricted-imports': rule } }
}

function layerRules({ name, hasSlices }: (typeof layers)[number]) {
  // Stores are reached by the network; what they open is theirs.
  const mayRequest = name === 'store'
  const all = imports([`src/${name}/**`], banned(name), mayRequest)
  if (!hasSlices || name === 'surfaces') return [all]
  // A file of a slice sees others of its layer by their index.ts alone, from its folder and from one below it.
  return [
    all,
    imports([`src/${name}/*/*.ts`], ['../*/*', '!../*/index.ts', '!../../**', ...banned(name)], mayRequest),
    imports(
      [`src/${name}/*/*/*.ts`],
      ['../../*/*', '!../../*/index.ts', '!../../../**', ...banned(name)],
      mayRequest,
    ),
  ]
}

const environment = {
  object: 'process',
  property: 'env',
  message: 'Settings are read in src/config.ts only.',
}
const time = {
  object: 'Date',
  property: 'now',
  message: 'Time is injected: take a Clock (src/lib/clock.ts).',
}
const request = { object: 'globalThis', property: 'fetch', message: onlyOutbound }
const off = (...rules: string[]) => Object.fromEntries(rules.map((rule) => [rule, 'off' as const]))

/**
 * Pages: rooms see parts, call and words and never each other; parts know no operation; call alone makes requests. What
 * a record says is text, so nothing is set as markup.
 */
const consoleRequests = 'Pages make requests through console/call only.'
const markup = (property: string) => ({ property, message: 'Texts of records are never markup.' })
const consoleRules: OxlintOverride[] = [
  {
    files: ['console/**'],
    plugins: ['typescript', 'import', 'unicorn', 'oxc', 'promise', 'react', 'jsx-a11y'],
    rules: {
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 80 }],
      'react/no-danger': 'error',
      'react/rules-of-hooks': 'error',
      'react/exhaustive-deps': 'error',
      'no-restricted-globals': [
        'error',
        ...['fetch', 'EventSource', 'XMLHttpRequest'].map((name) => ({ name, message: consoleRequests })),
      ],
      'no-restricted-properties': [
        'error',
        ...['innerHTML', 'outerHTML', 'insertAdjacentHTML'].map(markup),
        ...['globalThis', 'window'].map((object) => ({
          object,
          property: 'fetch',
          message: consoleRequests,
        })),
      ],
      ...off('react/react-in-jsx-scope', 'react/only-export-components'),
    },
  },
  { files: ['console/call/**'], rules: off('no-restricted-globals') },
  consoleImports(['console/call/**'], ['**/parts/**', '**/rooms/**', '**/shell/**']),
  consoleImports(
    ['console/parts/**'],
    ['**/call/**', '**/client/src/**', '**/rooms/**', '**/shell/**', '../words.ts', './words.ts'],
  ),
  consoleImports(['console/records/**'], ['**/client/src/**', '**/rooms/**', '**/shell/**']),
  consoleImports(['console/shell/**'], ['**/client/src/**', '**/rooms/**']),
  consoleImports(
    ['console/rooms/*/**'],
    ['../[a-z]*/**', '**/client/src/**', '**/rooms/**', '**/shell/**', '**/routes.tsx', '**/main.tsx'],
  ),
]

function consoleImports(files: string[], group: string[]): OxlintOverride {
  const message = 'Rooms import parts, call and words, never each other; see docs/decisions/0053.'
  return { files, rules: { 'no-restricted-imports': ['error', { patterns: [{ group, message }] }] } }
}

export default {
  plugins: ['typescript', 'import', 'unicorn', 'oxc', 'promise'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
    'max-statements': ['error', { max: 30 }],
    'max-params': ['error', { max: 4 }],
    'max-depth': ['error', 4],
    complexity: ['error', { max: 20 }],
    'max-lines-per-function': ['error', { max: 60 }],
    'no-nested-ternary': 'error',
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'typescript/no-explicit-any': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/ban-ts-comment': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    eqeqeq: 'error',
    'no-console': 'error',
    'no-restricted-globals': ['error', { name: 'fetch', message: onlyOutbound }],
    'no-restricted-properties': ['error', environment, time, request],
    ...off(
      'import/no-unassigned-import',
      'import/no-named-as-default-member',
      'no-await-in-loop',
      'no-shadow',
    ),
    ...off('no-underscore-dangle', 'no-unmodified-loop-condition', 'oxc/no-map-spread'),
    ...off('promise/always-return', 'promise/no-callback-in-promise', 'unicorn/consistent-function-scoping'),
    ...off('unicorn/no-array-sort', 'unicorn/no-array-reverse', 'unicorn/no-instanceof-builtins'),
    ...off('unicorn/prefer-set-has', 'unicorn/require-post-message-target-origin'),
  },
  ignorePatterns: ['node_modules', 'dist', 'dist.new', 'docs', 'data', 'client/src/generated'],
  overrides: [
    imports(['src/lib/**'], ['../**', '!../../data/**']),
    ...layers.flatMap(layerRules),
    imports(['src/*.ts'], banned('cli')),
    imports(
      ['src/platform/outbound/*.ts'],
      ['../*/*', '!../*/index.ts', '!../../**', ...banned('platform')],
      true,
    ),
    { files: ['src/platform/outbound/*.ts'], rules: off('no-restricted-globals') },
    { files: ['src/lib/clock.ts'], rules: { 'no-restricted-properties': ['error', environment, request] } },
    { files: ['src/config.ts'], rules: { 'no-restricted-properties': ['error', time, request] } },
    {
      files: ['**/*.test.ts', 'test/**', 'bench/**', 'scripts/**', '**/conformance/**', '**/conformance.ts'],
      rules: {
        ...off('no-restricted-imports', 'no-restricted-globals', 'no-restricted-properties', 'no-console'),
        ...off('unicorn/no-array-fill-with-reference-type'),
        // Rows of tables, a member a line.
        'max-lines': ['error', { max: 450, skipBlankLines: true, skipComments: true }],
        'max-statements': ['error', { max: 40 }],
        ...off('complexity', 'max-lines-per-function', 'no-nested-ternary'),
        'typescript/ban-ts-comment': ['error', { 'ts-expect-error': 'allow-with-description' }],
      },
    },
    // It runs anywhere: with the requests, timers and time of its platform, and nothing of Node or of the service.
    {
      files: ['client/**'],
      rules: {
        'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              { group: ['node:*', '**/src/**', '!../src/*'], message: 'The client runs without Node.' },
            ],
          },
        ],
        ...off('no-restricted-globals', 'no-restricted-properties'),
      },
    },
    ...consoleRules,
    // Vitest, Vite and the linter read their settings from a default export.
    { files: ['*.config.ts', 'console/vite.config.ts'], rules: off('import/no-default-export') },
  ],
} satisfies OxlintConfig
