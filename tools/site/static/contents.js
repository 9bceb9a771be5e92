// The contents are open beside the page on a wide screen, and folded into a line on a narrow screen.
document.querySelector("details.contents").open = matchMedia("(min-width: 1080px)").matches;
