test.each(['BroadcastChannel', 'TransformStream', 'WritableStream'])(
  'a test of components has %s, which MSW needs',
  (name) => expect(window).toHaveProperty(name),
);
