import { Camera } from 'lucide-react';

export default () => (
  <p id="lucide-react">
    lucide-react <Camera />
  </p>
);
