export {
  loadSample,
  noneLoaded,
  removeSample,
  sampleHeld,
  sampleState,
  sampleTotal,
  type SampleProgress,
  type SampleRequest,
} from './load-sample.ts'
