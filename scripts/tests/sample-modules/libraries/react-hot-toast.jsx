import toast, { Toaster } from 'react-hot-toast';

export default () => (
  <>
    <button id="react-hot-toast" type="button" onClick={() => toast('warm')}>
      react-hot-toast
    </button>
    <Toaster />
  </>
);
