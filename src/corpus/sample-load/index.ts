export {
  loadSample,
  noneLoaded,
  removeSample,
  sampleHeld,
  sampleState,
  type SampleProgress,
  type SampleRequest,
} from './load-sample.ts'
