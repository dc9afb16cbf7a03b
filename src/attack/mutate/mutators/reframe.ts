import { type ContainerVersion, headerSizeOf, isContainerVersion } from '../../../base/container/header.js';
import { ZERO_POINT_ALIGNMENT } from '../../../base/container/write.js';
import { bytesPlace, type FrameMutator } from '../mutator.js';

const FORMS = ['bare', '0', '1', '2', '3'] as const;

export const reframe: FrameMutator = {
  name: 'reframe',
  summary: 'put the message into a frame of another version, or into none',
  weight: 3,
  stage: 'frame',
  choose({ parts, room }, random) {
    const is = parts === undefined ? 'bare' : String(parts.version);
    const form = random.pick(FORMS.filter((one) => one !== is));
    const most = form === 'bare' ? 0 : headerSizeOf(3) + (form === '3' ? ZERO_POINT_ALIGNMENT : 0);
    return room < most ? undefined : { form };
  },
  perform(site, args) {
    const form = args.word('form', FORMS);
    const version = Number(form);
    const { parts } = site;
    site.parts =
      isContainerVersion(version) && form !== 'bare'
        ? partsFor(version, parts?.ccws, parts?.trailing)
        : undefined;
    return {
      sentence: form === 'bare' ? 'leaves out the frame' : `puts the message into a frame of version ${form}`,
      place: bytesPlace(0, parts === undefined ? 0 : headerSizeOf(parts.version, parts.form)),
    };
  },
};

/** What this version has room for. Padding is made when the file is put together. */
function partsFor(version: ContainerVersion, ccws: Uint8Array | undefined, trailing: Uint8Array | undefined) {
  return {
    version,
    ...(version > 0 && ccws !== undefined ? { ccws } : {}),
    ...(trailing === undefined ? {} : { trailing }),
  };
}
