import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { familiesWorld, type FamiliesTest } from '../../../../worlds/families.ts'
import { openSubjects } from '../../../../../src/corpus/write/index.ts'

let service: FamiliesTest
beforeAll(async () => {
  service = await familiesWorld()
  const on = { platform: 'video' }
  await service.load('accounts', [
    {
      ...on,
      handle: 'vera',
      account_id: '1',
      author_name: 'Vera Quill',
      follower_count: 90,
      follows: ['@Wim'],
    },
    {
      ...on,
      handle: 'wim',
      author_name: 'Wim',
      bio: 'Quill pens',
      follower_count: 500,
      followed_by: ['xan'],
    },
    { ...on, handle: 'xan', follower_count: 7, follows: ['vera'] },
  ])
  const by = { ...on, author_handle: 'vera', author_account_id: '1' }
  const segments = [{ text: 'Hello.', start_seconds: 0, duration_seconds: 1.5 }]
  await service.load('uploads', [
    {
      ...by,
      upload_id: 'v1',
      text: 'Ink tests #Ink',
      view_count: 900,
      song_id: 's1',
      published_at: '2025-10-01',
    },
    {
      ...by,
      upload_id: 'v2',
      text: 'More ink #ink #pens',
      view_count: 800,
      transcript: { language: 'en', segments },
      published_at: '2026-01-14',
    },
    {
      ...on,
      author_handle: 'wim',
      upload_id: 'v3',
      song_id: 's1',
      view_count: 1,
      published_at: '2026-01-13',
    },
    {
      ...on,
      type: 'song',
      upload_id: 's1',
      title: 'Loop',
      author_name: 'Nib',
      use_count: 12,
      duration_seconds: 30,
    },
    { ...on, type: 'song', upload_id: 's2', title: 'Nights', use_count: 99 },
    { ...on, type: 'song', upload_id: '7012345678', title: 'Late Night', use_count: 1 },
  ])
  await service.load('replies', [
    { ...on, reply_id: 'k1', upload_id: 'v1', text: 'Nice', reply_count: 1, published_at: '2026-01-10' },
    {
      ...on,
      reply_id: 'k2',
      upload_id: 'v1',
      parent_id: 'k1',
      author_handle: 'wim',
      published_at: '2026-01-11',
    },
  ])
})

const nothing = () => undefined
const idsOf = (entries: { id: string }[]) => entries.map(({ id }) => id)
const video = async (path: string, body: object) => service.ask(await service.org(), `video/${path}`, body)
const output = async (path: string, body: object) => (await video(path, body)).body.output

describe('of an import', () => {
  beforeAll(() => service.vendor.say(nothing))

  test('videoProfile, videoUserVideos 200 by handle and address', async () => {
    verifies('video.of-import', 'op.video-profile', 'op.video-user-videos', 'family.video')
    for (const body of [{ handle: '@Vera' }, { profileUrl: 'https://m.video.example/@vera' }]) {
      expect(await output('profile', body)).toMatchObject({
        id: '1',
        handle: 'vera',
        displayName: 'Vera Quill',
        followerCount: 90,
        isPrivate: null,
        live: false,
      })
      expect(idsOf((await output('user-videos', body)).videos)).toEqual(['v2', 'v1'])
    }
  })

  test('videoUserFollowers, videoUserFollowing 200 from what either account says', async () => {
    verifies('op.video-user-followers', 'op.video-user-following', 'family.video')
    const handles = async (path: string, handle: string) =>
      (await output(path, { handle })).users.map((user: { handle: string }) => user.handle)
    expect(await handles('user-followers', 'vera')).toEqual(['xan'])
    expect(await handles('user-followers', 'wim')).toEqual(['vera', 'xan'])
    expect(await handles('user-following', 'vera')).toEqual(['wim'])
    expect(await handles('user-following', 'xan')).toEqual(['wim', 'vera'])
  })

  test('searches 200 by words, hashtag and account, and all at once', async () => {
    verifies('op.video-search-keyword', 'op.video-search-hashtag', 'op.video-search-users')
    verifies('op.video-unified-search', 'family.video')
    expect(idsOf((await output('search-keyword', { query: 'ink' })).videos)).toEqual(['v2', 'v1'])
    expect(idsOf((await output('search-keyword', { query: '"ink tests"' })).videos)).toEqual(['v1'])
    expect(idsOf((await output('search-hashtag', { hashtag: '#INK' })).videos)).toEqual(['v2', 'v1'])
    expect((await output('search-users', { query: 'quill' })).users).toMatchObject([
      { handle: 'wim', id: 'wim' },
      { handle: 'vera', id: '1' },
    ])
    const org = await service.org()
    const { body } = await service.ask(org, 'video/unified-search', { query: 'quill' })
    expect(body.output).toMatchObject({ videos: [], users: [{ handle: 'wim' }, { handle: 'vera' }] })
    // How fresh the answer is, is told of the accounts where there are no videos.
    expect(body.output).toMatchObject({ live: false, liveStatus: 'not_found' })
    expect(body.output.observedAt).not.toBeNull()
    expect(body.warnings).toHaveLength(1)
    expect(await service.captured(org)).toBe(2_000)
  })

  test('videoTrendingFeed, videoPopularSongs 200 put first what many watch and use', async () => {
    verifies('op.video-trending-feed', 'op.video-popular-songs', 'family.video')
    expect(idsOf((await output('trending-feed', {})).videos)).toEqual(['v2', 'v1', 'v3'])
    expect((await output('popular-songs', {})).songs).toMatchObject([
      { id: 's2', videoCount: 99 },
      { id: 's1' },
      { id: '7012345678' },
    ])
  })

  test('videoSongDetails, videoSongVideos 200', async () => {
    verifies('op.video-song-details', 'op.video-song-videos', 'family.video')
    expect((await output('song-details', { songId: 's1' })).song).toEqual({
      id: 's1',
      title: 'Loop',
      artist: 'Nib',
      durationSeconds: 30,
      coverImageUrl: null,
      videoCount: 12,
    })
    expect(idsOf((await output('song-videos', { songId: 's1' })).videos)).toEqual(['v3', 'v1'])
    verifies('client.family.songs')
    const host = 'https://www.video.example'
    for (const songUrl of ['s1', `${host}/music/s1`, `${host}/music/s1?lang=en`]) {
      expect((await output('song-details', { songUrl })).song.id).toBe('s1')
      expect(idsOf((await output('song-videos', { songUrl })).videos)).toEqual(['v3', 'v1'])
    }
    // Addresses hold the title before the number.
    expect((await output('song-details', { songUrl: `${host}/music/Late-Night-7012345678` })).song.id).toBe(
      '7012345678',
    )
    // A video is no song, and has none by its id.
    expect((await video('song-details', { songId: 'v1' })).status).toBe(404)
  })

  test('videoVideoDetails, videoVideoTranscript, videoVideoComments, videoCommentReplies 200', async () => {
    verifies('op.video-video-details', 'op.video-video-transcript', 'op.video-video-comments')
    verifies('op.video-comment-replies', 'family.video')
    for (const body of [{ videoId: 'v1' }, { videoUrl: 'https://www.video.example/@vera/video/v1?x=1' }]) {
      expect((await output('video-details', body)).video).toMatchObject({
        id: 'v1',
        caption: 'Ink tests #Ink',
        hashtags: ['ink'],
        songId: 's1',
        user: { id: '1', handle: 'vera' },
      })
      expect((await output('video-comments', body)).comments).toMatchObject([
        { id: 'k2', parentCommentId: 'k1' },
        { id: 'k1', replyCount: 1 },
      ])
    }
    expect(idsOf((await output('comment-replies', { commentId: 'k1' })).comments)).toEqual(['k2'])
    for (const videoUrl of ['v1', 'https://www.video.example/@vera/video/v1'])
      expect(idsOf((await output('comment-replies', { commentId: 'k1', videoUrl })).comments)).toEqual(['k2'])
    expect(await output('video-transcript', { videoId: 'v2' })).toMatchObject({
      language: 'en',
      segments: [{ text: 'Hello.', startSeconds: 0, durationSeconds: 1.5 }],
    })
    const without = await video('video-transcript', { videoId: 'v1' })
    expect(without.status).toBe(404)
    expect(without.body.issues).toMatchObject([{ path: 'videoId' }])
  })
})

describe('of a source', () => {
  /** Each capability of the vendor answers these lines. */
  const lines: Record<string, object> = {
    'video.profile': { accounts: [{ handle: 'live', author_name: 'Live' }] },
    'video.videos': { uploads: [{ upload_id: 'l1' }] },
    'video.followers': { accounts: [{ handle: 'lfan' }] },
    'video.following': { accounts: [{ handle: 'lidol' }] },
    'video.users': { accounts: [{ handle: 'luser' }] },
    'video.search': { uploads: [{ upload_id: 'l2' }] },
    'video.hashtag': { uploads: [{ upload_id: 'l3', text: '#ltag' }] },
    'video.trending': { uploads: [{ upload_id: 'l4' }] },
    'video.video': { uploads: [{ upload_id: 'l1', text: 'One' }] },
    'video.transcript': { uploads: [{ upload_id: 'l1', transcript: { segments: [{ text: 'Said' }] } }] },
    'video.comments': { replies: [{ reply_id: 'lk1', text: 'First' }] },
    'video.replies': { replies: [{ reply_id: 'lk2', text: 'Answer' }] },
    'video.songs': { uploads: [{ upload_id: 'ls1', title: 'Tune' }] },
    'video.song': { uploads: [{ upload_id: 'ls1', title: 'Tune' }] },
    'video.song_videos': { uploads: [{ upload_id: 'l5' }] },
  }
  const asked: [path: string, body: object, name: string, id: string][] = [
    ['user-videos', { handle: 'live' }, 'videos', 'l1'],
    ['user-followers', { handle: 'live' }, 'users', 'lfan'],
    ['user-following', { handle: 'live' }, 'users', 'lidol'],
    ['search-users', { query: 'luser' }, 'users', 'luser'],
    ['search-keyword', { query: 'two' }, 'videos', 'l2'],
    ['search-hashtag', { hashtag: 'ltag' }, 'videos', 'l3'],
    ['trending-feed', {}, 'videos', 'l4'],
    ['video-comments', { videoId: 'l1' }, 'comments', 'lk1'],
    ['comment-replies', { commentId: 'lk1', videoId: 'l1' }, 'comments', 'lk2'],
    ['popular-songs', {}, 'songs', 'ls1'],
    ['song-videos', { songId: 'ls1' }, 'videos', 'l5'],
  ]

  beforeAll(() =>
    service.vendor.say(({ path }) => {
      const found = lines[path.slice(1).split('?')[0] ?? '']
      return found === undefined ? undefined : { json: found }
    }),
  )

  test('every action answers what the source says', async () => {
    verifies('video.of-source', 'family.video')
    for (const [path, body, name, id] of asked) {
      const answer = await output(path, body)
      expect({ path, ids: idsOf(answer[name]), live: answer.live }).toEqual({ path, ids: [id], live: true })
    }
    expect(await output('profile', { handle: 'live' })).toMatchObject({ displayName: 'Live', live: true })
    expect((await output('video-details', { videoId: 'l1' })).video).toMatchObject({ caption: 'One' })
    expect(await output('video-transcript', { videoId: 'l1' })).toMatchObject({
      segments: [{ text: 'Said' }],
    })
    expect((await output('song-details', { songId: 'ls1' })).song).toMatchObject({ title: 'Tune' })
    const unified = await output('unified-search', { query: 'x' })
    expect([idsOf(unified.videos), idsOf(unified.users)]).toEqual([['l2'], ['luser']])
  })

  test('and the corpus has all of it later, with what the question said', async () => {
    service.vendor.say(nothing)
    const ids = async (path: string, body: object, name: string) => idsOf((await output(path, body))[name])
    expect(await ids('user-videos', { handle: 'live' }, 'videos')).toEqual(['l1'])
    expect(await ids('user-followers', { handle: 'live' }, 'users')).toEqual(['lfan'])
    expect(await ids('user-following', { handle: 'live' }, 'users')).toEqual(['lidol'])
    expect(await ids('song-videos', { songId: 'ls1' }, 'videos')).toEqual(['l5'])
    expect(await ids('video-comments', { videoId: 'l1' }, 'comments')).toEqual(
      expect.arrayContaining(['lk1', 'lk2']),
    )
    expect(await ids('comment-replies', { commentId: 'lk1' }, 'comments')).toEqual(['lk2'])
    expect((await output('video-transcript', { videoId: 'l1' })).segments).toHaveLength(1)
  })
})

test('pages of the corpus go on by nextPageToken and end', async () => {
  service.vendor.say(nothing)
  const many = Array.from({ length: 60 }, (_, index) => ({
    platform: 'video',
    author_handle: 'busy',
    upload_id: `b${index}`,
    published_at: new Date(Date.parse('2026-01-01') + index * 60_000).toISOString(),
  }))
  await service.load('uploads', many)
  const first = await output('user-videos', { handle: 'busy' })
  expect(first.videos).toHaveLength(50)
  const org = await service.org()
  const [one] = [(await service.ask(org, 'video/user-videos', { handle: 'busy' })).body.output]
  const two = (
    await service.ask(org, 'video/user-videos', { handle: 'busy', nextPageToken: one.nextPageToken })
  ).body.output
  expect([...idsOf(one.videos), ...idsOf(two.videos)]).toEqual(
    many.map(({ upload_id }) => upload_id).toReversed(),
  )
  expect(two).toMatchObject({ hasMore: false, liveStatus: 'not_found' })
})

test('whoever is suppressed takes along what they published, also where only their account tells it', async () => {
  service.vendor.say(nothing)
  await service.write('people', [
    { primary_slug: 'gone-person', name: 'Gone Person', external_ids: { photo: 'gone.pics' } },
  ])
  await service.load('accounts', [
    { platform: 'video', handle: 'gone', author_type: 'person', author_pnet_slug: 'gone-person' },
  ])
  await service.load('uploads', [
    { platform: 'video', upload_id: 'gone1', author_handle: 'gone' },
    { platform: 'photo', upload_id: 'gone2', author_handle: 'gone.pics' },
    { platform: 'forum', upload_id: 'stays', author_handle: 'gone' },
  ])
  await service.load('replies', [
    { platform: 'video', reply_id: 'gonek', upload_id: 'v1', author_handle: 'gone' },
  ])
  const subjects = openSubjects(service, () => service.almanac.snapshots.refresh())
  const [found] = await subjects.find(['slug:gone-person'])
  expect(found?.tokens).toEqual(expect.arrayContaining(['soc:photo/gone.pics', 'soc:video/gone']))
  expect(found?.authored.map(({ kind }) => kind)).toEqual(['accounts', 'uploads', 'uploads', 'replies'])
  expect(await subjects.erase(['slug:gone-person'])).toEqual({ people: 1, authored: 4 })
  expect((await video('profile', { handle: 'gone' })).status).toBe(404)
  expect((await video('video-details', { videoId: 'gone1' })).status).toBe(404)
  const org = await service.org()
  expect((await service.ask(org, 'photo/post-details', { postId: 'gone2' })).status).toBe(404)
  const stays = await service.ask(org, 'forum/post/comments', { postId: 'stays' })
  expect(stays.body.output.post).toMatchObject({ id: 'stays' })
})

test.each([
  ['profile', { handle: 'a b' }, 'handle'],
  ['profile', { profileUrl: 'https://elsewhere.example/@vera' }, 'profileUrl'],
  ['user-followers', { handle: 'vera', profileUrl: 'https://video.example/@vera' }, 'profileUrl'],
  ['user-following', {}, 'handle'],
  ['video-details', { videoUrl: 'https://elsewhere.example/video/v1' }, 'videoUrl'],
  ['video-details', { videoUrl: 'v1', videoId: 'v1' }, 'videoUrl'],
  ['video-transcript', {}, 'videoId'],
  ['video-comments', { videoId: 'a b' }, 'videoId'],
  ['comment-replies', {}, 'commentId'],
  ['comment-replies', { commentId: 'k1', videoId: 'a b' }, 'videoId'],
  ['comment-replies', { commentId: 'k1', videoUrl: 'https://elsewhere.example/video/v1' }, 'videoUrl'],
  ['song-details', { songUrl: 'https://elsewhere.example/music/s1' }, 'songUrl'],
  ['song-videos', { songId: 's1', songUrl: 's1' }, 'songUrl'],
  ['search-hashtag', { hashtag: 'two words' }, 'hashtag'],
  ['search-keyword', { query: '' }, 'query'],
  ['search-users', {}, 'query'],
  ['unified-search', { query: '?' }, 'query'],
  ['song-details', { songId: 'a/b' }, 'songId'],
  ['song-videos', {}, 'songId'],
  ['trending-feed', { nextPageToken: 'x' }, 'nextPageToken'],
  ['popular-songs', { nextPageToken: 'x' }, 'nextPageToken'],
])('video %s of %j is 400 at %s, and asks and charges nothing', async (path, body, member) => {
  service.vendor.say(nothing)
  const org = await service.org()
  const { status, body: answer } = await service.ask(org, `video/${path}`, body)
  expect(status).toBe(400)
  expect(answer.issues[0].path).toBe(member)
  expect(await service.captured(org)).toBe(0)
  expect(service.vendor.asked).toEqual([])
})
