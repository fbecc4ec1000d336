export default () => (
  <p id="style" style={{ color: 'red' }}>
    style
  </p>
);
